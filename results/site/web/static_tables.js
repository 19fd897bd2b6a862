// Tables that the page already holds: their headings sort them, and the address keeps the order.

/** A number where the text is one, so that columns of numbers sort as numbers. */
function staticValue(cell) {
  const text = cell.dataset.sort ?? cell.textContent.trim();
  if (text === '' || text === '–') return null;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

function compareValues(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a.localeCompare(b);
}

function sortStaticTable(table, column, ascending) {
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [staticValue(row.cells[column]), row]);
  const known = rows.filter(([value]) => value != null);
  known.sort(([a], [b]) => (ascending ? 1 : -1) * compareValues(a, b));
  body.append(...known.map(([, row]) => row), ...rows.filter(([value]) => value == null).map(([, row]) => row));
  [...table.tHead.rows[0].cells].forEach((head, i) => {
    if (i === column) head.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
    else head.removeAttribute('aria-sort');
  });
  announce(`sorted by ${table.tHead.rows[0].cells[column].textContent}, ${ascending ? 'ascending' : 'descending'}`);
}

function watchStaticTables() {
  for (const table of document.querySelectorAll('table.sortable')) {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      head.querySelector('button').addEventListener('click', () => {
        const numeric = [...table.tBodies[0].rows].some((row) => typeof staticValue(row.cells[column]) === 'number');
        const before = head.getAttribute('aria-sort');
        const ascending = before ? before !== 'ascending' : !numeric;
        sortStaticTable(table, column, ascending);
        writeAddress({ ...readAddress(), [table.id]: `${column}${ascending ? '' : '-'}` });
      });
    });
  }
}

function sortAsAddressSays() {
  for (const [id, order] of Object.entries(readAddress())) {
    const table = id === '' ? null : document.getElementById(id);
    const column = Number.parseInt(order, 10);
    if (!table || !table.classList.contains('sortable') || !(column < table.tHead.rows[0].cells.length)) continue;
    sortStaticTable(table, column, !order.endsWith('-'));
  }
  const place = readAddress()[''];
  if (place && document.getElementById(place)) document.getElementById(place).scrollIntoView();
}
