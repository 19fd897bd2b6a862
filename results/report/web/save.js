// Files that the page makes itself: nothing is fetched.

function csvField(value) {
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function saveFile(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Rows of a table as CSV; a cell is a text, a number or { text, sort }. */
function tableCsv(columns, rows) {
  const plain = (cell) => (cell == null ? '' : typeof cell === 'object' ? cell.sort ?? cell.text ?? '' : cell);
  return [columns, ...rows].map((row) => `${row.map((cell) => csvField(plain(cell))).join(',')}\n`).join('');
}
