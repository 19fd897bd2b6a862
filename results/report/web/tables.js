// Tables that sort by their headings.

const numberCell = (value, text = score) => ({ text: text(value), sort: value });

const sortValue = (cell) => (cell != null && typeof cell === 'object' ? cell.sort : cell);

function compareCells(a, b) {
  const [x, y] = [sortValue(a), sortValue(b)];
  if (x == null || y == null) return (x == null) - (y == null);
  return typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y));
}

function tableCell(cell, isHeading) {
  const content = cell != null && typeof cell === 'object' ? cell : { text: cell };
  const text = content.node ?? content.text ?? '–';
  const made = element(isHeading ? 'th' : 'td', {
    scope: isHeading ? 'row' : null,
    class: [typeof sortValue(cell) === 'number' ? 'number' : '', content.class || ''].join(' ').trim() || null,
    title: content.title,
  }, typeof text === 'number' ? String(text) : text);
  if (content.heat != null) made.style.setProperty('--heat', content.heat.toFixed(3));
  return made;
}

/**
 * columns: headings. rows: arrays of cells; a cell is a text, a number, or { text or node, sort,
 * class, title, heat }. The first cell of a row is its heading. An order is "2" (ascending by the
 * third column) or "2-": the table begins with `order`, and `sorted(order)` is told of a new one.
 */
function sortableTable(caption, columns, rows, { order = '', sorted: told = () => {} } = {}) {
  const body = element('tbody');
  const heads = [];
  let sorted = { column: -1, up: false };
  const fill = (list) => body.replaceChildren(
    ...list.map((row) => element('tr', {}, ...row.map((cell, i) => tableCell(cell, i === 0)))));

  const sortBy = (column, up) => {
    sorted = { column, up };
    heads.forEach((head, i) => {
      if (i === column) head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      else head.removeAttribute('aria-sort');
    });
    const known = rows.filter((row) => sortValue(row[column]) != null);
    const missing = rows.filter((row) => sortValue(row[column]) == null);
    known.sort((a, b) => (up ? 1 : -1) * compareCells(a[column], b[column]));
    fill([...known, ...missing]);
  };

  const choose = (column) => {
    // Numbers begin with the largest, texts with A.
    const numeric = rows.some((row) => typeof sortValue(row[column]) === 'number');
    sortBy(column, sorted.column === column ? !sorted.up : !numeric);
    told(`${column}${sorted.up ? '' : '-'}`);
    announce(`sorted by ${columns[column]}, ${sorted.up ? 'ascending' : 'descending'}`);
  };

  columns.forEach((column, i) => heads.push(element('th', { scope: 'col' },
    element('button', { type: 'button', onclick: () => choose(i) }, column))));
  fill(rows);
  const first = Number.parseInt(order, 10);
  if (first < columns.length) sortBy(first, !order.endsWith('-'));
  return element('div', { class: 'table', tabindex: '0', role: 'region', 'aria-label': caption },
    element('table', {}, element('caption', {}, caption),
      element('thead', {}, element('tr', {}, ...heads)), body));
}

/** Tells a screen reader what has changed. */
function announce(text) {
  document.getElementById('status').textContent = text;
}
