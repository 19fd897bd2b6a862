// Curves of one code length and split: precision against recall, and of the first N ranks.

const firstRanksTitles = {
  precision: 'Precision of the first N',
  recall: 'Recall of the first N',
  hit: 'Queries with a hit in the first N',
};

function curvePoints(groups, curve, xs, tip) {
  return groups.flatMap((group) => xs.map((x, i) => ({
    method: group.hasher, x, y: group[curve].mean[i], low: group[curve].low[i], high: group[curve].high[i],
    tip: tip(methodLabel(group.hasher), x, group[curve].mean[i]),
  })));
}

function curveChart(description, width, points, methods, x, axes, yDomain) {
  return chart(description, width, 300, {
    data: [{ name: 'points', values: points }],
    scales: [
      { name: 'x', range: 'width', ...x },
      { name: 'y', type: 'linear', range: 'height', domain: yDomain, zero: false, nice: true },
      ...methodScales(methods),
    ],
    axes,
    marks: [eachMethod([bandMark(methods)]), eachMethod([lineMark()]), touchMark()],
  });
}

function precisionRecallChart(title, width, groups, yDomain) {
  const points = curvePoints(groups, 'pr', report.recallLevels,
    (method, x, y) => `${method}: precision ${score(y)} at recall ${x}`);
  return curveChart(title, width, points, groups.map((g) => g.hasher),
    { type: 'linear', domain: [0, 1] }, [axisX('Recall'), axisY('Precision')],
    yDomain);
}

function firstRanksChart(title, width, groups, curve, cutoffs, yDomain) {
  const points = curvePoints(groups, curve, cutoffs,
    (method, x, y) => (curve === 'hit' ? `${method}: hit@${x} ${score(y)}`
      : `${method}: ${curve} ${score(y)} of the first ${x}`));
  return curveChart(title, width, points, groups.map((g) => g.hasher),
    { type: 'log', domain: [1, cutoffs[cutoffs.length - 1]] },
    [axisX('N, items retrieved', { format: '~s', values: logTicks(cutoffs) }), axisY(firstRanksTitles[curve])],
    yDomain);
}

/** From 0 to the highest run of several charts side by side. */
const curveDomain = (groups, curve) => [0, Math.max(...groups.flatMap((group) => group[curve].high))];

/** The same numbers as rows: one a method and point. */
function curveRows(groups, curve, xs) {
  return groups.flatMap((group) => xs.map((x, i) => [methodLabel(group.hasher), x,
    ...['mean', 'low', 'high'].map((part) => numberCell(group[curve][part][i]))]));
}
