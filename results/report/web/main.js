// Starts the page.

const main = document.getElementById('content');
const parts = new Map(); // of each section: itself, its body, its line in the contents

function buildSections() {
  const contents = document.getElementById('contents');
  for (const { id, title } of sections) {
    const body = element('div');
    const section = element('section', { id, 'aria-labelledby': `${id}-title` },
      element('h2', { id: `${id}-title` }, title), body);
    const line = element('li', {}, element('a', { href: `#${id}` }, title));
    parts.set(id, { section, body, line });
    main.append(section);
    contents.append(line);
  }
}

function showSelection() {
  const selection = new Selection(state);
  const empty = selection.methods.length === 0 || selection.bits.length === 0 || selection.splits.length === 0;
  for (const { id, fill, shows } of sections) {
    const { section, body, line } = parts.get(id);
    const absent = Boolean(shows) && !shows(selection.dataset);
    section.hidden = absent;
    line.hidden = absent;
    const needsScores = !['answers', 'audit', 'names', 'provenance'].includes(id);
    body.replaceChildren(...(absent ? []
      : empty && needsScores ? [nothing('the filters leave no method, bits or split.')] : fill(selection)));
  }
  announce(`${plural(selection.methods.length, 'method')}, ${selection.metric}`);
}

/** Writes the filters to the address, beside the section that it names. */
function keepAddress() {
  const place = readAddress()[''];
  writeAddress({ ...(place ? { '': place } : {}), ...stateForAddress() });
}

function subtitle() {
  const cells = report.datasets.reduce((sum, dataset) => sum + dataset.done, 0);
  const names = unique(report.datasets.map((dataset) => dataset.facts.dataset));
  return `${plural(allHashers.length, 'method')}, ${plural(allSplits.length, 'splitting strategy')
    .replace('strategys', 'strategies')}, ${plural(cells, 'cell')} on ${names.join(', ')}`;
}

document.getElementById('subtitle').textContent = subtitle();
document.getElementById('footer').textContent =
  `Made by hashlab ${report.version}. Charts: Vega 5.22.1 (BSD-3-Clause; notice in the source of this page).`;
if (window.matchMedia('(max-width: 900px)').matches) document.getElementById('filter-box').open = false;
readState();
watchTheme(() => { fillFilters(() => { keepAddress(); showSelection(); }); showSelection(); });
buildSections();
fillFilters(() => { keepAddress(); showSelection(); });
showSelection();
if (readAddress()[''] && document.getElementById(readAddress()[''])) {
  document.getElementById(readAddress()['']).scrollIntoView();
}
window.addEventListener('hashchange', () => {
  // A link to a section leaves the filters out; an address that somebody pasted brings its own.
  if (Object.keys(readAddress()).some((name) => name !== '')) {
    readState();
    fillFilters(() => { keepAddress(); showSelection(); });
    showSelection();
  }
  keepAddress();
});
// After the frame in which the first charts are drawn, the page answers.
requestAnimationFrame(() => setTimeout(() => {
  document.documentElement.dataset.ready = performance.now().toFixed(0);
}));
