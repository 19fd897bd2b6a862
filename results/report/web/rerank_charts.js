// What it gives to order the R nearest codes by their features: against R, and against seconds.

const bandPoint = (band, i) => ({ y: band.mean[i], low: band.low[i], high: band.high[i] });

const isReranked = (group) => Boolean(group.rerank) && Object.keys(group.rerank.by).length > 0;

function shortlistPoints(groups, shortlists) {
  return groups.filter((group) => group.rerank.shortlistRecall.mean.length > 0).flatMap((group) =>
    shortlists.map((R, i) => ({
      method: group.hasher, x: R, ...bandPoint(group.rerank.shortlistRecall, i), opacity: 1,
      tip: `${methodLabel(group.hasher)}: ${score(group.rerank.shortlistRecall.mean[i])} of the relevant items ` +
        `among the nearest ${R}`,
    })));
}

/** Where a ranking is before it is re-ranked: in a shortlist of one there is nothing to order. */
function beforePoints(group, metric, against) {
  const { before, beforeSeconds } = group.rerank;
  const x = against === 'R' ? 1 : beforeSeconds.mean[0];
  if (!before[metric] || before[metric].mean.length === 0 || !(x > 0)) return [];
  return [{
    method: group.hasher, R: null, x, seconds: beforeSeconds.mean[0], ...bandPoint(before[metric], 0), opacity: 0,
    tip: `${methodLabel(group.hasher)}, codes alone: ${metric} ${score(before[metric].mean[0])}, ` +
      `${seconds(beforeSeconds.mean[0])} s a query`,
  }];
}

function afterPoints(group, metric, by, shortlists, against) {
  const after = group.rerank.by[by];
  if (!after || !after.metrics[metric]) return [];
  return shortlists.map((R, i) => ({
    method: group.hasher, R, x: against === 'R' ? R : after.seconds.mean[i], seconds: after.seconds.mean[i],
    ...bandPoint(after.metrics[metric], i), opacity: 1,
    tip: `${methodLabel(group.hasher)}, ${R} nearest by ${by}: ${metric} ${score(after.metrics[metric].mean[i])}, ` +
      `${seconds(after.seconds.mean[i])} s a query`,
  })).filter((point) => point.x > 0);
}

const rerankPoints = (groups, metric, by, shortlists, against) => groups.flatMap((group) => {
  const after = afterPoints(group, metric, by, shortlists, against);
  return after.length > 0 ? [...beforePoints(group, metric, against), ...after] : [];
});

/** What the uncompressed rankings that are chosen score: as much as re-ranking everything gives. */
function ceilingsOf(selection, split, metric) {
  return selection.methods.filter(isReference)
    .map((method) => selection.group(split, method))
    .filter((group) => group && group.rerank && group.rerank.before[metric] &&
      group.rerank.before[metric].mean.length > 0)
    .map((group) => ({
      method: group.hasher, ...bandPoint(group.rerank.before[metric], 0),
      tip: `${methodLabel(group.hasher)}: ${metric} ${score(group.rerank.before[metric].mean[0])}`,
    }));
}

function ceilingMark() {
  return {
    type: 'rule', from: { data: 'ceilings' },
    encode: { enter: {
      x: { value: 0 }, x2: { field: { group: 'width' } }, y: { scale: 'y', field: 'y' },
      stroke: { scale: 'colour', field: 'method' }, strokeDash: { scale: 'dash', field: 'method' },
      strokeWidth: { value: 2.5 }, tooltip: { field: 'tip' }, description: { field: 'tip' },
    } },
  };
}

/** Lines over a logarithmic axis; hollow points are codes alone, level lines are uncompressed. */
function rerankChart(title, width, points, ceilings, axis, yTitle, yDomain) {
  const xs = points.map((p) => p.x);
  const methods = unique([...points, ...ceilings].map((p) => p.method));
  return chart(title, width, 300, {
    data: [{ name: 'points', values: points }, { name: 'ceilings', values: ceilings }],
    scales: [
      logScale(xs),
      { name: 'y', type: 'linear', range: 'height', domain: yDomain, zero: false, nice: true },
      ...methodScales(methods),
    ],
    axes: [axisX(axis.title, { format: axis.format, values: logTicks(xs) }), axisY(yTitle)],
    marks: [
      eachMethod([bandMark(methods)]), ceilingMark(), eachMethod([lineMark()]),
      pointMark({ fill: { value: colours().ground }, stroke: { scale: 'colour', field: 'method' },
        strokeWidth: { value: 1.5 } }),
      pointMark({ fillOpacity: { field: 'opacity' } }),
    ],
  });
}

const shortlistAxis = { title: 'R, nearest codes that are re-ranked', format: '~s' };
const querySecondsAxis = { title: 'Seconds a query, search and re-ranking', format: '~s' };

/** One row a point and level line. */
function rerankRows(points, ceilings) {
  return [
    ...points.map((p) => [methodLabel(p.method), p.R ?? 'codes alone', numberCell(p.seconds ?? null, seconds),
      ...[p.y, p.low, p.high].map((v) => numberCell(v))]),
    ...ceilings.map((c) => [methodLabel(c.method), '–', numberCell(null),
      ...[c.y, c.low, c.high].map((v) => numberCell(v))]),
  ];
}
