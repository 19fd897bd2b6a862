// The charts of the site. Points are { method, x, y, low, high, rank, tip }.

const byMeanRank = (points) => {
  const ranks = new Map();
  for (const p of points) ranks.set(p.method, [...(ranks.get(p.method) || []), p.place ?? p.rank]);
  const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
  return [...ranks.keys()].sort((a, b) => mean(ranks.get(a)) - mean(ranks.get(b)) || a.localeCompare(b));
};

const pointTip = (p, unit, metric) => `${p.method}, ${p.x} ${unit}: ${metric} ${score(p.y)}` +
  `${p.low == null ? '' : ` [${score(p.low)}, ${score(p.high)}]`}${p.rank === 1 ? ', first or tied for first' : ''}`;

/** Lines of methods against a whole number, such as bits. */
function linesChart(title, width, all, axis, unit, metric) {
  const methods = byMeanRank(all);
  const xs = unique(all.map((p) => p.x)).sort((a, b) => a - b);
  const points = all.map((p) => ({ ...p, low: p.low ?? p.y, high: p.high ?? p.y, tip: pointTip(p, unit, metric) }))
    .sort((a, b) => a.x - b.x);
  const domain = extentOf(points);
  const labels = endLabels(points, methods, width, 340, domain);
  return chart(title, width, 340, {
    data: [{ name: 'points', values: points }, { name: 'ends', values: labels.ends }],
    scales: [
      { name: 'x', type: 'point', range: [0, { signal: `width - ${labels.room}` }], domain: xs, padding: 0.3 },
      { name: 'y', type: 'linear', range: 'height', domain, zero: false },
      ...methodScales(methods),
    ],
    axes: [axisX(axis), axisY(metric)],
    ...(labels.ends.length > 0 ? {} : { legends: [methodLegend(width)] }),
    marks: [eachMethod([lineMark()]), intervalMark(), pointMark(), ...labels.marks],
  });
}

/** Points against seconds. */
function secondsChart(title, width, all, axis, metric) {
  const methods = byMeanRank(all);
  const points = all.map((p) => ({ ...p, low: p.low ?? p.y, high: p.high ?? p.y,
    tip: `${p.method}, ${plural(p.bits, 'bit')}: ${metric} ${score(p.y)}, ${seconds(p.x)} s` }));
  return chart(title, width, 340, {
    data: [{ name: 'points', values: points }],
    scales: [
      logScale(points.map((p) => p.x)),
      { name: 'y', type: 'linear', range: 'height', domain: extentOf(points), zero: false },
      ...methodScales(methods),
    ],
    axes: [axisX(axis, { format: '~g', values: logTicks(points.map((p) => p.x)) }), axisY(metric)],
    legends: [methodLegend(width)],
    marks: [eachMethod([lineMark()]), intervalMark(), pointMark()],
  });
}

const methodLegend = (width) => ({ stroke: 'colour', strokeDash: 'dash', shape: 'shape', symbolFillColor: 'transparent',
  orient: 'bottom', columns: Math.max(1, Math.floor(width / 190)), labelLimit: 170 });

const pointRows = (points, axis) => ({
  columns: ['method', axis, 'score', 'from', 'to'],
  rows: points.map((p) => [p.method, p.x, ...[p.y, p.low, p.high].map((v) => numberCell(v))]),
});

function bitsFigure(key, title, points, metric, axis = 'Bits', unit = 'bits') {
  return figureOf(key, {
    title,
    spec: (width) => linesChart(title, width, points, axis, unit, metric),
    table: () => pointRows(points, axis),
  });
}

/** The charts of the page of a data set: each above its table. */
function drawDatasetCharts() {
  const most = 12;
  for (const { id, title, metric, points } of siteData.charts) {
    const place = document.querySelector(`#${id} .plot-place`);
    if (!place || unique(points.map((p) => p.x)).length < 2) continue;
    const shown = new Set(byMeanRank(points).slice(0, most));
    const some = points.filter((p) => shown.has(p.method));
    const note = shown.size < unique(points.map((p) => p.method)).length ? `, the best ${most} methods` : '';
    place.append(bitsFigure(id, `${title}${note}`, some, metric));
  }
}

/** The charts of the page of a method: its variants, and the best method of each ranking. */
function drawMethodCharts() {
  const figures = siteData.charts.filter(({ points }) => unique(points.map((p) => p.x)).length > 1)
    .map(({ title, metric, points }, i) => bitsFigure(`method-${i}`, title, points, metric));
  if (figures.length > 0) document.getElementById('charts').append(element('div', { class: 'grid' }, ...figures));
}
