// Starts a page of the site.

watchTheme(redrawFigures);
watchStaticTables();
if (siteData && siteData.page === 'front') {
  startFront();
} else {
  if (siteData && siteData.page === 'dataset') drawDatasetCharts();
  if (siteData && siteData.page === 'method') drawMethodCharts();
  sortAsAddressSays();
}
requestAnimationFrame(() => setTimeout(() => {
  document.documentElement.dataset.ready = performance.now().toFixed(0);
}));
