// Figures: drawn when they come into sight, again when something changed, all of them for print.

const vega = (() => {
  const { transforms } = requireModule('vega-dataflow');
  for (const name of ['vega-transforms', 'vega-view-transforms', 'vega-encode']) {
    Object.assign(transforms, requireModule(name));
  }
  return {
    parse: requireModule('vega-parser').parse,
    View: requireModule('vega-view').View,
    // Expressions are walked, not compiled, so that the page may forbid eval.
    interpreter: requireModule('vega-interpreter').expressionInterpreter,
  };
})();

function showTooltip(handler, event, item, value) {
  const box = document.getElementById('tooltip');
  box.hidden = value == null || value === '';
  if (box.hidden) return;
  box.textContent = value;
  const { innerWidth } = window;
  const left = Math.min(event.clientX + 14, innerWidth - box.offsetWidth - 8);
  box.style.left = `${Math.max(8, left)}px`;
  box.style.top = `${event.clientY + 16}px`;
}

/** One chart with its title, its caption and its numbers as a table. */
class Figure {
  constructor(key) {
    this.key = key;
    this.dirty = true;
    this.seen = false;
    this.plot = element('div', { class: 'plot' });
    this.title = element('figcaption');
    this.details = element('details', { ontoggle: () => this.fillTable() },
      element('summary', {}, 'Data as a table'));
    const saver = (format, save) => element('button', { type: 'button', 'data-save': format,
      onclick: () => save() }, format.toUpperCase());
    this.saves = element('p', { class: 'saves' }, saver('svg', () => this.saveSvg()),
      saver('png', () => this.savePng()), saver('csv', () => this.saveCsv()));
    this.root = element('figure', { 'data-figure': key }, this.title, this.plot, this.saves, this.details);
    this.root.hashlabFigure = this;
  }

  /** { title, spec(width), table() -> { columns, rows } } */
  define(definition) {
    this.definition = definition;
    this.title.textContent = definition.title;
    this.details.firstChild.setAttribute('aria-label', `Data as a table: ${definition.title}`);
    for (const button of this.saves.children) {
      button.setAttribute('aria-label', `${button.textContent} of ${definition.title}`);
    }
    this.dirty = true;
    if (this.seen) this.draw();
    this.fillTable();
  }

  fileName(extension) {
    const plain = this.definition.title.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 80);
    return `${plain || 'chart'}.${extension}`;
  }

  /** The chart on the page's ground, drawn for a file. */
  exported(save) {
    this.draw();
    this.view.background(colours().ground);
    return save(this.view).finally(() => this.view.background(null).run());
  }

  saveSvg() {
    return this.exported((view) => view.toSVG().then((svg) => saveFile(this.fileName('svg'), 'image/svg+xml', svg)));
  }

  savePng() {
    return this.exported((view) => view.toCanvas(2).then((canvas) => new Promise((done) => {
      canvas.toBlob((blob) => { saveFile(this.fileName('png'), 'image/png', blob); done(); }, 'image/png');
    })));
  }

  saveCsv() {
    const { columns, rows } = this.definition.table();
    saveFile(this.fileName('csv'), 'text/csv', tableCsv(columns, rows));
  }

  draw() {
    const width = Math.max(240, this.plot.clientWidth || 640);
    if (!this.dirty && width === this.width) return;
    this.dirty = false;
    this.width = width;
    if (this.view) this.view.finalize();
    const runtime = vega.parse(this.definition.spec(width), chartConfig(), { ast: true });
    this.view = new vega.View(runtime, {
      expr: vega.interpreter, renderer: 'svg', container: this.plot, hover: false, tooltip: showTooltip,
    });
    this.view.run();
    this.plot.style.minHeight = '';
  }

  fillTable() {
    while (this.details.childNodes.length > 1) this.details.lastChild.remove();
    if (!this.details.open) return;
    const { columns, rows } = this.definition.table();
    this.details.append(sortableTable(this.definition.title, columns, rows));
  }
}

const figures = new Map();

const inSight = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const figure = entry.target.hashlabFigure;
    figure.seen = entry.isIntersecting;
    if (figure.seen) figure.draw();
  }
}, { rootMargin: '200px' });

/** The figure of that key, defined anew; kept over changes, with its open table. */
function figureOf(key, definition) {
  if (!figures.has(key)) {
    figures.set(key, new Figure(key));
    inSight.observe(figures.get(key).root);
  }
  figures.get(key).define(definition);
  return figures.get(key).root;
}

function shownFigures() {
  return [...figures.values()].filter((figure) => figure.root.isConnected);
}

/** For new colours. */
function redrawFigures() {
  for (const figure of shownFigures()) {
    figure.dirty = true;
    if (figure.seen) figure.draw();
  }
}

function drawForPrint() {
  for (const figure of shownFigures()) {
    figure.dirty = true;
    figure.draw();
  }
}

window.addEventListener('beforeprint', drawForPrint);

let resizing = 0;
window.addEventListener('resize', () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => shownFigures().filter((f) => f.seen).forEach((f) => f.draw()), 150);
});
