// What the reader wants to see: one state, and the controls that change it.

const state = { dataset: 0, metric: report.metrics[0].name };

/** Everything of a data set is shown at first. */
function chooseDataset(index) {
  const facts = report.datasets[index].facts;
  state.dataset = index;
  state.splits = new Set(facts.splits);
  state.bits = new Set(facts.bits);
  state.methods = new Set([...facts.hashers, ...facts.references]);
}

const setsOfState = { splits: (f) => f.splits, bits: (f) => f.bits, methods: (f) => [...f.hashers, ...f.references] };

/** The state as parts of the address; what is as at first is left out. */
function stateForAddress() {
  const { facts } = report.datasets[state.dataset];
  const parts = {};
  if (state.dataset > 0) parts.data = String(state.dataset);
  if (state.metric !== report.metrics[0].name) parts.metric = state.metric;
  for (const [name, all] of Object.entries(setsOfState)) {
    if (all(facts).every((item) => state[name].has(item))) continue;
    parts[name] = all(facts).filter((item) => state[name].has(item)).join('|');
  }
  return parts;
}

/** Takes over what the address says and this report has. */
function readState() {
  const read = readAddress();
  const dataset = Number(read.data || 0);
  chooseDataset(report.datasets[dataset] ? dataset : 0);
  const { facts } = report.datasets[state.dataset];
  const metric = report.metrics.find((m) => m.name === read.metric);
  state.metric = (metric || report.metrics[0]).name;
  for (const [name, all] of Object.entries(setsOfState)) {
    if (!(name in read)) continue;
    const wanted = new Set(read[name].split('|'));
    state[name] = new Set(all(facts).filter((item) => wanted.has(String(item))));
  }
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** A short line as charts draw it. */
function swatch(method) {
  const style = methodStyle(method);
  const svg = document.createElementNS(svgNamespace, 'svg');
  const line = document.createElementNS(svgNamespace, 'path');
  svg.setAttribute('class', 'swatch');
  svg.setAttribute('viewBox', '0 0 34 10');
  svg.setAttribute('aria-hidden', 'true');
  line.setAttribute('d', 'M1,5H33');
  line.setAttribute('stroke', style.colour);
  line.setAttribute('stroke-width', '2.5');
  line.setAttribute('stroke-dasharray', style.dash.join(' '));
  svg.append(line);
  return svg;
}

function selectControl(label, options, value, change) {
  const select = element('select', { onchange: () => change(select.value), 'data-filter': label });
  for (const [key, text] of options) {
    select.append(element('option', { value: key, selected: String(key) === String(value) }, text));
  }
  return element('label', { class: 'choice' }, `${label} `, select);
}

/** A box that puts `item` into a set of the state or takes it out. */
function checkControl(set, item, changed, ...content) {
  const box = element('input', {
    type: 'checkbox', value: item, checked: set.has(item),
    onchange: () => { if (box.checked) set.add(item); else set.delete(item); changed(); },
  });
  return element('label', {}, box, ' ', ...content);
}

function group(legend, ...content) {
  return element('fieldset', {}, element('legend', {}, legend), ...content);
}

/** The methods of one projection, and a button for all of them. */
function projectionControl(projection, hashers, changed) {
  const toggle = () => {
    const on = hashers.some((hasher) => !state.methods.has(hasher));
    for (const hasher of hashers) on ? state.methods.add(hasher) : state.methods.delete(hasher);
    changed(true);
  };
  return element('div', { class: 'projection' },
    element('button', { type: 'button', class: 'toggle', onclick: toggle,
      title: `all methods of ${projection}, or none` }, projection),
    ...hashers.map((hasher) => checkControl(state.methods, hasher, changed, swatch(hasher), ' ',
      hasher.slice(projection.length + 1))));
}

function quantiserControl(facts, changed) {
  const quantisers = unique(facts.hashers.map(quantiserOf));
  const choose = (wanted) => {
    state.methods = new Set([
      ...facts.hashers.filter((h) => wanted === '' || quantiserOf(h) === wanted), ...facts.references]);
    changed(true);
  };
  return selectControl('Quantiser', [['', 'all'], ...quantisers.map((q) => [q, q])],
    chosenQuantiser(facts), choose);
}

/** The one quantiser that all chosen methods have, if they are all of it. */
function chosenQuantiser(facts) {
  const found = unique([...state.methods].filter((m) => !isReference(m)).map(quantiserOf));
  const all = facts.hashers.filter((h) => quantiserOf(h) === found[0]);
  const whole = found.length === 1 && all.every((h) => state.methods.has(h));
  return whole && unique(facts.hashers.map(quantiserOf)).length > 1 ? found[0] : '';
}

/** Fills the form; `changed` is called after every change of the state. */
function fillFilters(changed) {
  const form = document.getElementById('filters');
  const facts = report.datasets[state.dataset].facts;
  const update = (refill) => { if (refill === true) fillFilters(changed); changed(); };
  const datasets = report.datasets.map((d, i) => [i, `${d.facts.dataset} (${d.facts.suite})`]);
  const metrics = report.metrics.map((m) => [m.name, m.name]);
  form.replaceChildren(
    datasets.length > 1 ? selectControl('Data set', datasets, state.dataset, (value) => {
      chooseDataset(Number(value));
      update(true);
    }) : '',
    selectControl('Metric', metrics, state.metric, (value) => { state.metric = value; update(); }),
    group('Split', ...facts.splits.map((s) => checkControl(state.splits, s, update, s))),
    group('Bits', ...facts.bits.map((b) => checkControl(state.bits, b, update, String(b)))),
    group('Methods', quantiserControl(facts, update),
      ...unique(facts.hashers.map(projectionOf)).map((projection) => projectionControl(
        projection, facts.hashers.filter((h) => projectionOf(h) === projection), update)),
      ...facts.references.map((r) => checkControl(state.methods, r, update, swatch(r), ' ', r))),
    element('button', { type: 'button', onclick: () => { chooseDataset(state.dataset); update(true); } },
      'Show everything'));
  form.onsubmit = (event) => event.preventDefault();
}
