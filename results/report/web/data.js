// The numbers of the page, and how each method looks in every chart.

const report = JSON.parse(document.getElementById('data').textContent);

const projectionOf = (method) => method.split('+')[0];

const dashes = [[], [7, 3], [2, 2], [9, 3, 2, 3], [4, 4], [1, 3], [12, 4]];
const shapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down', 'triangle-right'];

const unique = (items) => [...new Set(items)];
const allHashers = unique(report.datasets.flatMap((d) => d.facts.hashers));
const allReferences = unique(report.datasets.flatMap((d) => d.facts.references));
const allProjections = unique(allHashers.map(projectionOf));

/** "npq" of "lsh+npq:thresholds=1"; with options only where the projection has it several times. */
function quantiserOf(method) {
  const whole = method.slice(projectionOf(method).length + 1);
  const name = whole.split(':')[0];
  const rivals = allHashers.filter((h) => h.split(':')[0] === `${projectionOf(method)}+${name}`);
  return rivals.length > 1 ? whole : name;
}
const allQuantisers = unique(allHashers.map(quantiserOf));
const allSplits = unique(report.datasets.flatMap((d) => d.facts.splits));

const isReference = (method) => allReferences.includes(method);
const methodLabel = (method) => (isReference(method) ? `${method} (uncompressed)` : method);

/** Colour tells the projection, dash and shape the quantiser: in every chart and data set alike. */
function methodStyle(method) {
  if (isReference(method)) {
    return { colour: colours().reference, dash: [1, 4], shape: 'wedge' };
  }
  const quantiser = allQuantisers.indexOf(quantiserOf(method));
  return {
    colour: colours().series[allProjections.indexOf(projectionOf(method)) % colours().series.length],
    dash: dashes[quantiser % dashes.length],
    shape: shapes[quantiser % shapes.length],
  };
}

/** What the filters leave of one data set. */
class Selection {
  constructor(state) {
    this.dataset = report.datasets[state.dataset];
    this.metric = state.metric;
    const facts = this.dataset.facts;
    this.splits = facts.splits.filter((split) => state.splits.has(split));
    this.bits = facts.bits.filter((bits) => state.bits.has(bits));
    this.methods = [...facts.hashers, ...facts.references].filter((m) => state.methods.has(m));
    this.index = new Map();
    for (const group of this.dataset.groups) {
      this.index.set(`${group.split}|${group.hasher}|${group.bits}`, group);
    }
  }

  /** The group of a method; a reference ranking has one for all bits. */
  group(split, method, bits) {
    return this.index.get(`${split}|${method}|${isReference(method) ? 0 : bits}`);
  }

  /** Groups of one code length and split that have the metric or what is asked, in order. */
  groups(split, bits, has = (group) => group.intervals[this.metric]) {
    return this.methods
      .map((method) => this.group(split, method, bits))
      .filter((group) => group && has(group));
  }

  differences(bits) {
    return this.dataset.differences.filter(
      (d) => d.metric === this.metric && d.bits === bits && this.methods.includes(d.hasher) &&
        this.splits.includes(d.minuend) && this.splits.includes(d.subtrahend));
  }

  /** What rankings that know nothing score under one split above another, if that is known. */
  chance(minuend, subtrahend) {
    return this.dataset.chance.find(
      (d) => d.metric === this.metric && d.minuend === minuend && d.subtrahend === subtrahend);
  }
}
