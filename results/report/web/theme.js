// Light and dark: as the system asks for, or as the reader chose. Colours are those of report.css.

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
let chosenTheme = null; // 'light', 'dark' or nobody's choice
let printing = false;
let colourCache = null;

const isDark = () => !printing && (chosenTheme ? chosenTheme === 'dark' : darkSystem.matches);

function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  colourCache = null;
  const button = document.getElementById('theme');
  button.setAttribute('aria-pressed', String(isDark()));
}

/** The colours that charts are drawn in now. */
function colours() {
  if (colourCache) return colourCache;
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(name).trim();
  colourCache = {
    ink: read('--ink'),
    faint: read('--faint'),
    line: read('--line'),
    ground: read('--ground'),
    reference: read('--reference'),
    series: [1, 2, 3, 4, 5, 6, 7, 8].map((i) => read(`--series-${i}`)),
  };
  return colourCache;
}

/** Calls `changed` whenever charts have to be drawn in other colours. */
function watchTheme(changed) {
  const update = () => { applyTheme(); changed(); };
  applyTheme();
  darkSystem.addEventListener('change', update);
  document.getElementById('theme').addEventListener('click', () => {
    chosenTheme = isDark() ? 'light' : 'dark';
    update();
  });
  window.addEventListener('beforeprint', () => { printing = true; applyTheme(); });
  window.addEventListener('afterprint', () => { printing = false; update(); });
}
