// Scores of runs: against bits, from split to split, differences, every run.

const tipOf = (group, metric) => {
  const interval = group.intervals[metric];
  const bits = group.bits ? `, ${group.bits} bits` : '';
  return `${methodLabel(group.hasher)}${bits}, ${group.split}: ${score(interval.mean)} ` +
    `${intervalText(interval)} (${plural(interval.n, 'run')})${droppedText(group, metric)}`;
};

/** Of a metric that leaves much out: how much. */
const droppedText = (group, metric) => (group.dropped[metric]
  ? `; ${Math.round(100 * group.dropped[metric])} % of the area are left out` : '');

function scorePoint(group, metric, x) {
  const { mean, low, high } = group.intervals[metric];
  return { method: group.hasher, x, y: mean, low: low ?? mean, high: high ?? mean, tip: tipOf(group, metric) };
}

/** Moves points of several methods apart so that their intervals do not hide each other. */
function spread(points, methods, step) {
  const middle = (methods.length - 1) / 2;
  for (const point of points) point.shift = (methods.indexOf(point.method) - middle) * step;
  return points;
}

const shiftStep = (width, places, methods) =>
  Math.min(5, (0.5 * width) / Math.max(1, places * methods.length));

/** All scores that are chosen, so that charts side by side have one scale. */
function scoreDomain(selection, bitsList = selection.bits) {
  const groups = selection.splits.flatMap((split) => bitsList.flatMap((bits) => selection.groups(split, bits)));
  return extentOf(groups.map((group) => scorePoint(group, selection.metric, 0)));
}

function bitsChart(title, width, selection, split) {
  const { bits, methods, metric } = selection;
  const points = methods.flatMap((method) => bits
    .map((b) => [b, selection.group(split, method, b)])
    .filter(([, group]) => group && group.intervals[metric])
    .map(([b, group]) => scorePoint(group, metric, b)));
  spread(points, methods, shiftStep(width, bits.length, methods));
  const shown = methods.filter((method) => points.some((p) => p.method === method));
  const labels = endLabels(points, shown, width, 340, scoreDomain(selection));
  return chart(title, width, 340, {
    data: [{ name: 'points', values: points }, { name: 'ends', values: labels.ends }],
    scales: [
      { name: 'x', type: 'point', range: [0, { signal: `width - ${labels.room}` }], domain: bits, padding: 0.5 },
      { name: 'y', type: 'linear', range: 'height', domain: scoreDomain(selection), zero: false, nice: true },
      ...methodScales(methods),
    ],
    axes: [axisX('Bits'), axisY(metric)],
    marks: [eachMethod([lineMark(true)]), intervalMark(true), pointMark({ x: placed('x', 'x', true) }),
      ...labels.marks],
  });
}

/** The order in which splits flatter less and less, as far as known. */
function slopeOrder(splits) {
  const known = ['literature', 'matched', 'improved'];
  const place = (split) => (known.includes(split) ? known.indexOf(split) : known.length);
  return [...splits].sort((a, b) => place(a) - place(b));
}

function slopeChart(title, width, selection, bits) {
  const { methods, metric } = selection;
  const splits = slopeOrder(selection.splits);
  const points = splits.flatMap((split) =>
    selection.groups(split, bits).map((group) => scorePoint(group, metric, split)));
  spread(points, methods, shiftStep(width, splits.length, methods));
  return chart(title, width, 340, {
    data: [{ name: 'points', values: points }],
    scales: [
      { name: 'x', type: 'point', range: 'width', domain: splits, padding: 0.35 },
      { name: 'y', type: 'linear', range: 'height', domain: extentOf(points), zero: false, nice: true },
      ...methodScales(methods),
    ],
    axes: [axisX('Split'), axisY(metric)],
    marks: [eachMethod([lineMark(true)]), intervalMark(true), pointMark({ x: placed('x', 'x', true) })],
  });
}

const methodAxis = () => ({ orient: 'left', scale: 'method', grid: true, labelLimit: 180, bandPosition: 0.5 });
const rowScale = (methods) => ({ name: 'method', type: 'band', range: 'height', domain: methods });
const inRow = (shift) => ({
  scale: 'method', field: 'label', band: 0.5, ...(shift ? { offset: { field: 'shift' } } : {}),
});
const rowsHeight = (methods, each) => 70 + methods.length * each;

function differenceChart(title, width, differences, chance) {
  const points = differences.map((d) => ({
    method: d.hasher, label: methodLabel(d.hasher), x: d.mean, low: d.low ?? d.mean, high: d.high ?? d.mean,
    y: d.mean, opacity: d.significant ? 1 : 0, tip: differenceTip(d),
  }));
  const methods = differences.map((d) => d.hasher);
  const row = { y: inRow(), stroke: { scale: 'colour', field: 'method' } };
  const [low, high] = extentOf(points);
  const atChance = chance ? chance.mean : 0;
  return chart(title, width, rowsHeight(methods, 22), {
    data: [{ name: 'points', values: points }],
    scales: [
      { name: 'x', type: 'linear', range: 'width', nice: true,
        domain: [Math.min(0, low, atChance), Math.max(0, high, atChance)] },
      rowScale(points.map((p) => p.label)), ...methodScales(methods),
    ],
    axes: [axisX(`${differences[0].minuend} − ${differences[0].subtrahend}`, { grid: true, format: '+~g' }),
      methodAxis()],
    marks: [
      { type: 'rule', aria: false, encode: { enter: { x: { scale: 'x', value: 0 }, y: { value: 0 },
        y2: { field: { group: 'height' } }, stroke: { value: colours().ink } } } },
      ...(chance ? [{ type: 'rule', aria: false, encode: { enter: { x: { scale: 'x', value: atChance },
        y: { value: 0 }, y2: { field: { group: 'height' } }, stroke: { value: colours().ink },
        strokeDash: { value: [4, 3] } } } }] : []),
      { type: 'rule', from: { data: 'points' }, aria: false, encode: { enter: { ...row,
        x: { scale: 'x', field: 'low' }, x2: { scale: 'x', field: 'high' }, strokeWidth: { value: 2 } } } },
      pointMark({ ...row, fill: { value: colours().ground }, strokeWidth: { value: 2 } }, 55),
      pointMark({ ...row, fillOpacity: { field: 'opacity' } }, 55),
    ],
  });
}

function differenceTip(d) {
  return `${d.hasher}, ${d.bits} bits, ${d.minuend} − ${d.subtrahend}: ${signed(d.mean)} ` +
    `${intervalText(d, signed)}, p = ${d.p} (after Holm ${d.pHolm}), ${plural(d.n, 'run')}`;
}

const splitShapes = ['circle', 'diamond', 'square', 'triangle-up', 'triangle-down', 'cross'];
const splitShape = (split) => splitShapes[allSplits.indexOf(split) % splitShapes.length];

function runsChart(title, width, selection, bits) {
  const { splits, methods, metric } = selection;
  const middle = (splits.length - 1) / 2;
  const shift = (split) => (splits.indexOf(split) - middle) * 11;
  const groups = splits.flatMap((split) => selection.groups(split, bits));
  const points = groups.flatMap((group) => group.values[metric].scores.map((value, i) => ({
    method: group.hasher, label: methodLabel(group.hasher), split: group.split, x: value, y: value,
    shift: shift(group.split),
    tip: `${methodLabel(group.hasher)}, ${group.split}, run ${group.values[metric].runs[i]}: ${score(value)}`,
  })));
  const means = groups.map((group) => ({
    method: group.hasher, label: methodLabel(group.hasher), x: group.intervals[metric].mean,
    shift: shift(group.split), tip: `mean of ${tipOf(group, metric)}`,
  }));
  return chart(title, width, rowsHeight(methods, 12 + 11 * splits.length), {
    data: [{ name: 'points', values: points }, { name: 'means', values: means }],
    scales: [
      { name: 'x', type: 'linear', range: 'width', domain: extentOf(points), zero: false, nice: true },
      { name: 'splitShape', type: 'ordinal', domain: splits, range: splits.map(splitShape) },
      rowScale(methods.map(methodLabel)), ...methodScales(methods),
    ],
    axes: [axisX(metric, { grid: true }), methodAxis()],
    legends: [{ shape: 'splitShape', orient: 'top', direction: 'horizontal' }],
    marks: [
      pointMark({ y: inRow(true), shape: { scale: 'splitShape', field: 'split' },
        fillOpacity: { value: 0.45 } }, 42),
      { type: 'symbol', from: { data: 'means' }, encode: { enter: {
        x: { scale: 'x', field: 'x' }, y: inRow(true), shape: { value: 'stroke' }, angle: { value: 90 },
        size: { value: 140 }, stroke: { value: colours().ink }, strokeWidth: { value: 2 },
        tooltip: { field: 'tip' }, description: { field: 'tip' } } } },
    ],
  });
}
