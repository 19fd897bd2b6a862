// What methods do not keep on new data: generalisation gaps, one score by labels beside another.

const scoreShape = (name, scores) => splitShapes[scores.indexOf(name) % splitShapes.length];

function gapPoints(groups, scores) {
  const middle = (scores.length - 1) / 2;
  return groups.flatMap((group) => scores.filter((name) => group.gaps[name]).map((name) => {
    const gap = group.gaps[name];
    return {
      method: group.hasher, label: methodLabel(group.hasher), score: name, x: gap.mean, y: gap.mean,
      low: gap.low ?? gap.mean, high: gap.high ?? gap.mean, shift: (scores.indexOf(name) - middle) * 12,
      tip: `${methodLabel(group.hasher)}, gap of ${name}: ${signed(gap.mean)} ${intervalText(gap, signed)}, ` +
        `${score(gap.learned)} learned, ${score(gap.tested)} tested (${plural(gap.n, 'run')})`,
    };
  }));
}

function gapChart(title, width, groups, scores, xDomain) {
  const points = gapPoints(groups, scores);
  const methods = groups.map((group) => group.hasher);
  const row = { y: inRow(true), stroke: { scale: 'colour', field: 'method' } };
  return chart(title, width, rowsHeight(methods, 12 + 12 * scores.length), {
    data: [{ name: 'points', values: points }],
    scales: [
      { name: 'x', type: 'linear', range: 'width', domain: xDomain, nice: true },
      { name: 'scoreShape', type: 'ordinal', domain: scores, range: scores.map((s) => scoreShape(s, scores)) },
      rowScale(methods.map(methodLabel)), ...methodScales(methods),
    ],
    axes: [axisX('Learned − tested', { grid: true, format: '+~g', tickCount: 5 }), methodAxis()],
    legends: [{ shape: 'scoreShape', orient: 'top', direction: 'horizontal', labelLimit: 300 }],
    marks: [
      { type: 'rule', aria: false, encode: { enter: { x: { scale: 'x', value: 0 }, y: { value: 0 },
        y2: { field: { group: 'height' } }, stroke: { value: colours().ink } } } },
      { type: 'rule', from: { data: 'points' }, aria: false, encode: { enter: { ...row,
        x: { scale: 'x', field: 'low' }, x2: { scale: 'x', field: 'high' }, strokeWidth: { value: 2 } } } },
      pointMark({ ...row, shape: { scale: 'scoreShape', field: 'score' } }, 60),
    ],
  });
}

/** From the least to the greatest end of charts side by side, with zero. */
function gapDomain(groups, scores) {
  const [low, high] = extentOf(gapPoints(groups, scores));
  return [Math.min(0, low), Math.max(0, high)];
}

const groupBounds = ['clt', 'student', 'bernoulli', 'hoeffding'];

/** A row for each value of grouped recall that has bounds: learned, tested and their gap. */
function boundRows(groups, scores) {
  return groups.flatMap((group) => scores.filter((name) => group.gaps[name]?.bounds).flatMap((name) => {
    const gap = group.gaps[name];
    return ['tested', 'learned', 'gap'].filter((part) => gap.bounds[part]).map((part) => {
      const { groups: count, halfWidths } = gap.bounds[part];
      return [methodLabel(group.hasher), group.bits || '–', group.split, name, part,
        part === 'gap' ? numberCell(gap.mean, signed) : numberCell(gap[part]), count ?? null,
        ...groupBounds.map((bound) => numberCell(halfWidths[bound]))];
    });
  }));
}

function gapRows(groups, scores) {
  return groups.flatMap((group) => scores.filter((name) => group.gaps[name]).map((name) => {
    const gap = group.gaps[name];
    return [methodLabel(group.hasher), name, numberCell(gap.learned), numberCell(gap.tested),
      ...[gap.mean, gap.low, gap.high].map((v) => numberCell(v, signed)), gap.n];
  }));
}
