// The data of the page, and how methods look in its charts: by their order in the chart.

const siteData = JSON.parse(document.getElementById('data').textContent);
const up = document.documentElement.dataset.up;

const unique = (items) => [...new Set(items)];
const methodLabel = (method) => method;

const seriesDashes = [[], [7, 3], [2, 2], [9, 3, 2, 3]];
const seriesShapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down', 'triangle-right'];

function methodStyle(method, i) {
  const { series, reference } = colours();
  if (method === 'best method') return { colour: reference, dash: [3, 3], shape: 'circle' };
  return {
    colour: series[i % series.length],
    dash: seriesDashes[Math.floor(i / series.length) % seriesDashes.length],
    shape: seriesShapes[i % seriesShapes.length],
  };
}
