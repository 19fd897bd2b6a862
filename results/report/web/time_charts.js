// What methods cost: seconds by phase, and what score the seconds buy.

const phases = [['learn', 'circle'], ['encode', 'square'], ['rank', 'triangle-up']];

function timesChart(title, width, groups) {
  const points = groups.flatMap((group) => phases
    .filter(([phase]) => group.seconds[phase] > 0)
    .map(([phase]) => ({
      method: group.hasher, label: methodLabel(group.hasher), phase, x: group.seconds[phase],
      tip: `${methodLabel(group.hasher)}: ${phase} ${seconds(group.seconds[phase])} s`,
    })));
  const methods = groups.map((group) => group.hasher);
  return chart(title, width, rowsHeight(methods, 22), {
    data: [{ name: 'points', values: points }],
    scales: [
      logScale(points.map((p) => p.x)),
      { name: 'phase', type: 'ordinal', domain: phases.map((p) => p[0]), range: phases.map((p) => p[1]) },
      rowScale(methods.map(methodLabel)), ...methodScales(methods),
    ],
    axes: [axisX('Seconds a run', { grid: true, format: '~g', values: logTicks(points.map((p) => p.x)) }), methodAxis()],
    legends: [{ shape: 'phase', orient: 'top', direction: 'horizontal' }],
    marks: [pointMark({ y: inRow(), shape: { scale: 'phase', field: 'phase' } }, 60)],
  });
}

const totalSeconds = (group) => phases.reduce((sum, [phase]) => sum + group.seconds[phase], 0);

function costChart(title, width, selection, split) {
  const { metric, methods, bits } = selection;
  const points = methods.flatMap((method) => bits
    .map((b) => selection.group(split, method, b))
    .filter((group) => group && group.intervals[metric] && totalSeconds(group) > 0)
    .filter((group, i, all) => all.indexOf(group) === i)
    .map((group) => ({
      ...scorePoint(group, metric, totalSeconds(group)),
      tip: `${tipOf(group, metric)}; ${seconds(totalSeconds(group))} s`,
    })));
  return chart(title, width, 340, {
    data: [{ name: 'points', values: points }],
    scales: [
      logScale(points.map((p) => p.x)),
      { name: 'y', type: 'linear', range: 'height', domain: scoreDomain(selection), zero: false, nice: true },
      ...methodScales(methods),
    ],
    axes: [axisX('Seconds to learn, encode and rank', { format: '~g', values: logTicks(points.map((p) => p.x)) }),
      axisY(metric)],
    marks: [eachMethod([lineMark()]), pointMark()],
  });
}
