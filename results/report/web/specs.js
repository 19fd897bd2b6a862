// What all charts have in common, as parts of Vega specifications.
// Charts get plain records: method, x, y, low, high and tip, the text shown at the pointer.

function chartConfig() {
  const c = colours();
  const font = 'system-ui, sans-serif';
  return {
    background: null,
    axis: {
      labelColor: c.ink, titleColor: c.ink, domainColor: c.faint, tickColor: c.faint, gridColor: c.line,
      labelFont: font, titleFont: font, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal',
      titlePadding: 6, labelOverlap: true, gridOpacity: 1,
    },
    legend: { labelColor: c.ink, titleColor: c.ink, labelFont: font, titleFont: font, labelFontSize: 12,
      titleFontSize: 12, titleFontWeight: 'normal', symbolStrokeColor: c.ink },
  };
}

function chart(description, width, height, parts) {
  return { description, width, height, padding: 4, autosize: { type: 'fit', contains: 'padding' }, ...parts };
}

/** Scales from method to colour, dash and shape. */
function methodScales(methods) {
  const styles = methods.map(methodStyle);
  const scale = (name, range) => ({ name, type: 'ordinal', domain: methods, range });
  return [
    scale('colour', styles.map((s) => s.colour)),
    scale('dash', styles.map((s) => s.dash)),
    scale('shape', styles.map((s) => s.shape)),
  ];
}

const axisX = (title, more = {}) => ({ orient: 'bottom', scale: 'x', title, ...more });
const axisY = (title, more = {}) => ({ orient: 'left', scale: 'y', title, grid: true, ...more });

const placed = (channel, field, shift) => ({
  scale: channel, field, ...(shift ? { offset: { field: 'shift' } } : {}),
});

/** Marks that are made once a method. */
function eachMethod(marks) {
  return {
    type: 'group',
    from: { facet: { name: 'series', data: 'points', groupby: 'method' } },
    marks,
  };
}

/** Many bands over each other have to be fainter. */
function bandMark(methods) {
  return {
    type: 'area', from: { data: 'series' }, aria: false, interactive: false,
    encode: { enter: {
      x: { scale: 'x', field: 'x' }, y: { scale: 'y', field: 'low' }, y2: { scale: 'y', field: 'high' },
      fill: { scale: 'colour', field: 'method' }, fillOpacity: { value: Math.min(0.16, 0.7 / methods.length) },
    } },
  };
}

function lineMark(shift) {
  return {
    type: 'line', from: { data: 'series' }, aria: false, interactive: false,
    encode: { enter: {
      x: placed('x', 'x', shift), y: { scale: 'y', field: 'y' },
      stroke: { scale: 'colour', field: 'method' }, strokeDash: { scale: 'dash', field: 'method' },
      strokeWidth: { value: 1.8 },
    } },
  };
}

/**
 * The names of methods beside the ends of their lines, if there is room for all of them: then no
 * legend is needed. `room` is the width that they take, `ends` the data of `marks`.
 */
function endLabels(points, methods, width, height, [low, high]) {
  const lineHeight = 14;
  const room = Math.min(190, 16 + 6.6 * Math.max(...methods.map((m) => methodLabel(m).length)));
  const none = { room: 0, ends: [], marks: [] };
  if (methods.length * lineHeight > height * 0.8 || width < 2.6 * room || high <= low) return none;
  const step = ((high - low) * lineHeight) / (height * 0.85);
  const ends = methods.map((method) => {
    const own = points.filter((p) => p.method === method);
    const last = own[own.length - 1];
    return { method, label: methodLabel(method), x: last.x, y: last.y };
  }).sort((a, b) => a.y - b.y);
  // Labels keep their distance: upwards first, then all down if the highest is outside.
  ends.forEach((end, i) => { end.at = i === 0 ? end.y : Math.max(end.y, ends[i - 1].at + step); });
  const over = Math.max(0, ends[ends.length - 1].at - high);
  for (let i = ends.length - 1; i >= 0; --i) {
    const ceiling = i === ends.length - 1 ? high : ends[i + 1].at - step;
    if (over > 0) ends[i].at = Math.min(ends[i].at, ceiling);
  }
  return {
    room,
    ends,
    marks: [{
      type: 'text', from: { data: 'ends' }, aria: false, interactive: false,
      encode: { enter: {
        x: { signal: `width - ${room - 8}` }, y: { scale: 'y', field: 'at' }, text: { field: 'label' },
        fill: { scale: 'colour', field: 'method' }, baseline: { value: 'middle' }, fontSize: { value: 12 },
        font: { value: 'system-ui, sans-serif' }, limit: { value: room - 8 },
      } },
    }],
  };
}

/** A thin line from low to high. */
function intervalMark(shift) {
  return {
    type: 'rule', from: { data: 'points' }, aria: false, interactive: false,
    encode: { enter: {
      x: placed('x', 'x', shift), y: { scale: 'y', field: 'low' }, y2: { scale: 'y', field: 'high' },
      stroke: { scale: 'colour', field: 'method' }, strokeWidth: { value: 1.3 },
    } },
  };
}

/** A point that names itself, to the pointer and to a screen reader. */
function pointMark(encode = {}, size = 45) {
  return {
    type: 'symbol', from: { data: 'points' },
    encode: {
      enter: {
        x: { scale: 'x', field: 'x' }, y: { scale: 'y', field: 'y' },
        fill: { scale: 'colour', field: 'method' }, shape: { scale: 'shape', field: 'method' },
        size: { value: size }, tooltip: { field: 'tip' }, description: { field: 'tip' }, ...encode,
      },
    },
  };
}

/** Points that are hardly seen but answer to the pointer: for curves. */
function touchMark() {
  const mark = pointMark({ fillOpacity: { value: 0.01 } }, 90);
  return { ...mark, aria: false };
}

/** Ticks of a logarithmic axis: powers of ten, or finer if there are hardly any between. */
function logTicks(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const first = Math.floor(Math.log10(low));
  const decades = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, i) => 10 ** (first + i));
  const steps = high / low > 50 ? [1] : [1, 2, 5];
  return decades.flatMap((decade) => steps.map((step) => Number((decade * step).toPrecision(1))));
}

/** A logarithmic scale from x to pixels, a little wider than the values. */
const logScale = (values) => ({
  name: 'x', type: 'log', range: 'width', domain: [Math.min(...values) / 1.25, Math.max(...values) * 1.25],
});

/** From the least to the greatest of all ends of intervals, a little wider. */
function extentOf(points, least = -Infinity, most = Infinity) {
  const values = points.flatMap((p) => [p.low, p.high, p.y]).filter((v) => Number.isFinite(v));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low || Math.abs(high) || 1) * 0.04;
  return [Math.max(least, low - margin), Math.min(most, high + margin)];
}
