// Small things that every part of the page needs: text of numbers, elements.

/** An element with attributes and children; texts become text, never markup. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

const score = (value) => (value == null ? '–' : value.toFixed(4));
const signed = (value) => (value == null ? '–' : (value < 0 ? '−' : '+') + Math.abs(value).toFixed(4));

function seconds(value) {
  if (value == null) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(2);
}

/** "[.1234, .2345]", or nothing where one run has no interval. */
function intervalText(interval, text = score) {
  return interval.n < 2 ? '' : `[${text(interval.low)}, ${text(interval.high)}]`;
}

const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
