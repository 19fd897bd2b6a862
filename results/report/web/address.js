// What the reader chose, behind the # of the address, so that the view can be shared.

/** "#contest-3&leaders=4-" gives { "": "contest-3", leaders: "4-" }: a place, and choices. */
function readAddress() {
  const entries = location.hash.slice(1).split('&').filter(Boolean).map((entry) => {
    const equals = entry.indexOf('=');
    return equals < 0 ? ['', decodeURIComponent(entry)]
      : [decodeURIComponent(entry.slice(0, equals)), decodeURIComponent(entry.slice(equals + 1))];
  });
  return Object.fromEntries(entries);
}

function writeAddress(state) {
  const parts = Object.entries(state).filter(([, value]) => value !== '').map(([name, value]) =>
    (name === '' ? encodeURIComponent(value) : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`));
  history.replaceState(null, '', parts.length > 0 ? `#${parts.join('&')}` : location.pathname + location.search);
}
