// The front page: who is best. One state, kept in the address, and everything drawn from it.

const [METHOD, MEAN, LOW, HIGH, RANK, EVIDENCE, P, STUDY, FILE, LINE, LEAK, LEARN, ENCODE] =
  Array.from({ length: 13 }, (_, i) => i);
const evidences = ['leader', 'paired test', 'printed test', 'bound of the test', 'not tested'];

const usualState = { data: '', truth: '', split: 'improved', metric: 'main', bits: '', find: '', show: '',
  sort: '', table: '' };
let choice = { ...usualState };

const methodName = (place) => siteData.methods[place[METHOD]][0];
const methodAddress = (place) => `${up}methods/${siteData.methods[place[METHOD]][1]}.html`;
const studyAddress = (place) => {
  const page = siteData.studies[place[STUDY]][1];
  return page ? `${up}studies/${page}.html#repeat` : null;
};

/** A short name of a contest for the address, which stays the same if others are added. */
function contestId(contest) {
  let hash = 2166136261;
  for (const c of [contest.dataset, contest.truth, contest.split, contest.metric, contest.conditions,
    contest.rows].join('|')) {
    hash = Math.imul(hash ^ c.codePointAt(0), 16777619) >>> 0;
  }
  return hash.toString(36);
}

const mainMetric = (contest) => (contest.truth === 'same class' ? 'map'
  : contest.truth.startsWith('near') ? 'auprc' : null);

/** A contest counts under its main metric, or under its only one. */
function isMain(contest) {
  const wanted = mainMetric(contest);
  if (contest.metric === wanted) return true;
  const same = (c) => c.dataset === contest.dataset && c.truth === contest.truth && c.split === contest.split &&
    c.conditions === contest.conditions && c.rows === contest.rows;
  const others = siteData.contests.filter(same);
  return !others.some((c) => c.metric === wanted) && others[0] === contest;
}

const fitsMetric = (contest) => choice.metric === 'all' || contest.metric === choice.metric ||
  (choice.metric === 'main' && contest.main);

function chosenContests() {
  return siteData.contests.filter((contest) =>
    (choice.data === '' || contest.dataset === choice.data) &&
    (choice.truth === '' || contest.truth === choice.truth) &&
    (choice.split === '' || contest.split === choice.split) && fitsMetric(contest) &&
    (choice.bits === '' || contest.rankings.some((r) => String(r.bits) === choice.bits)));
}

/** The contest whose ranking is shown: the chosen one, or the one with most methods. */
function shownContest(contests) {
  const size = (contest) => Math.max(...contest.rankings.map((r) => r.places.length)) * contest.rankings.length;
  return contests.find((contest) => contestId(contest) === choice.show) ||
    [...contests].sort((a, b) => size(b) - size(a))[0];
}

const bitsText = (bits) => (bits === 0 ? 'no codes' : `${bits} bits`);
const firstsOf = (ranking) => ranking.places.filter((place) => place[RANK] === 1);

/** The lengths that most of the contests have. */
function usualBits(contests) {
  const most = 6;
  if (choice.bits !== '') return [Number(choice.bits)];
  const counts = new Map();
  for (const r of contests.flatMap((contest) => contest.rankings)) counts.set(r.bits, (counts.get(r.bits) || 0) + 1);
  return [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || a - b).slice(0, most).sort((a, b) => a - b);
}

function answerText(contest) {
  if (!contest) return 'No ranking fits these filters.';
  const ranking = contest.rankings.find((r) => String(r.bits) === choice.bits) ||
    contest.rankings.find((r) => r.bits === 32) || contest.rankings[0];
  const [leader] = ranking.places;
  const tied = firstsOf(ranking).slice(1);
  const rivals = ranking.places.length - 1;
  const certain = tied.length === 0
    ? `This is certain: ${rivals === 1 ? 'its rival is' : `all ${rivals} rivals are`} behind at p < 0.05.`
    : `This is not certain: ${tied.slice(0, 3).map(methodName).join(', ')}` +
      `${tied.length > 3 ? ` and ${tied.length - 3} more` : ''} cannot be told from it (p ≥ 0.05, or not tested).`;
  return `On ${contest.dataset} (relevant: ${contest.truth}; split: ${contest.split}), ${methodName(leader)} is best at ` +
    `${bitsText(ranking.bits)}, with ${contest.metric} ${score(leader[MEAN])}. ${certain}`;
}

/** A name that may break behind its separators, but not inside of words. */
const breakable = (name) => name.split(/(?<=[,:+=])/).flatMap((part) => [part, element('wbr')]);

const placeTitle = (place) => `${methodName(place)}: ${score(place[MEAN])}` +
  `${place[LOW] == null ? '' : ` [${score(place[LOW])}, ${score(place[HIGH])}]`}` +
  `${place[EVIDENCE] === 0 ? '' : `, p = ${place[P].toPrecision(2)} against the leader (${evidences[place[EVIDENCE]]})`}` +
  `; ${siteData.files[place[FILE]]}, line ${place[LINE]}`;

/** A score that leads to the study that measured it. */
function scoreNode(place, withInterval) {
  const half = place[LOW] == null ? null : (place[HIGH] - place[LOW]) / 2;
  return element('span', {},
    element('a', { href: studyAddress(place), class: 'value',
      'data-origin': `${siteData.files[place[FILE]]}:${place[LINE]}` }, score(place[MEAN])),
    withInterval && half != null ? element('small', {}, ` ± ${score(half)}`) : '',
    place[LEAK] ? element('strong', {}, ' leak') : '');
}

function leaderCell(ranking) {
  if (!ranking) return { text: '–', sort: null };
  const [leader] = ranking.places;
  const tied = firstsOf(ranking).slice(1);
  return {
    sort: leader[MEAN],
    class: 'leader',
    title: `${placeTitle(leader)}${tied.length ? `; tied: ${tied.map(methodName).join(', ')}` : ''}`,
    node: element('span', {}, element('a', { href: methodAddress(leader) }, ...breakable(methodName(leader))), ' ',
      scoreNode(leader, false), tied.length ? element('small', {}, ` = ${tied.length} more`) : ''),
  };
}

function overview(contests, shown) {
  const bits = usualBits(contests);
  const rows = contests.map((contest) => [
    { sort: contest.dataset, node: element('button', { type: 'button', class: 'pick',
      'aria-pressed': String(contest === shown), title: 'show this ranking',
      onclick: () => { change({ show: contestId(contest), table: '' }); document.getElementById('ranking').scrollIntoView(); } },
    contest.dataset) },
    contest.truth, contest.split, contest.metric,
    { text: contest.conditions, class: 'soft' },
    Math.max(...contest.rankings.map((r) => r.places.length)),
    ...bits.map((b) => leaderCell(contest.rankings.find((r) => r.bits === b))),
  ]);
  return sortableTable(`Who is best: ${plural(rows.length, 'ranking')}. "= 2 more" counts methods that share the first ` +
    'place. The first column shows a ranking below.',
  ['data set', 'relevant items', 'split', 'metric', 'conditions', 'methods', ...bits.map(bitsText)], rows,
  { order: choice.sort, sorted: (order) => change({ sort: order }, false) });
}

function methodsOf(contest) {
  const rows = new Map();
  for (const [r, ranking] of contest.rankings.entries()) {
    ranking.places.forEach((place, i) => {
      const name = methodName(place);
      if (!rows.has(name)) rows.set(name, { name, places: new Map(), sum: 0 });
      rows.get(name).places.set(r, place);
      rows.get(name).sum += (i + 1) / ranking.places.length;
    });
  }
  return [...rows.values()].map((row) => ({ ...row, mean: row.sum / row.places.size }))
    .sort((a, b) => a.mean - b.mean || a.name.localeCompare(b.name));
}

function rankingTable(contest, methods) {
  return sortableTable(`${contest.metric} ± half of its 95 % interval. Bold: first or tied for first. Each number leads ` +
    'to the study that measured it.',
  ['method', ...contest.rankings.map((r) => bitsText(r.bits))],
  methods.map((row) => [
    { sort: row.name, node: element('a', { href: methodAddress([...row.places.values()][0]) }, row.name) },
    ...contest.rankings.map((_, r) => {
      const place = row.places.get(r);
      return place ? { sort: place[MEAN], node: scoreNode(place, true), title: placeTitle(place),
        class: place[RANK] === 1 ? 'best' : '' } : { text: '–', sort: null };
    }),
  ]), { order: choice.table, sorted: (order) => change({ table: order }, false) });
}

function chartsOf(contest, methods) {
  const most = 10;
  const shown = methods.slice(0, most);
  const places = shown.flatMap((row) => [...row.places].map(([r, place]) => ({
    method: row.name, bits: contest.rankings[r].bits, place: contest.rankings[r].places.indexOf(place) + 1,
    y: place[MEAN], low: place[LOW], high: place[HIGH], rank: place[RANK], learn: place[LEARN], encode: place[ENCODE],
  }))).filter((p) => p.bits > 0);
  const note = shown.length < methods.length ? `, the best ${most} of ${methods.length} methods` : '';
  const figures = [];
  if (unique(places.map((p) => p.bits)).length > 1) {
    figures.push(bitsFigure('front-bits', `${contest.metric} against bits${note}`,
      places.map((p) => ({ ...p, x: p.bits })), contest.metric));
    figures.push(bitsFigure('front-bytes', `${contest.metric} against bytes of a code${note}`,
      places.map((p) => ({ ...p, x: Math.ceil(p.bits / 8) })), contest.metric, 'Bytes of a code', 'bytes'));
  }
  for (const [key, what] of [['learn', 'Seconds to learn'], ['encode', 'Seconds to encode']]) {
    const timed = places.filter((p) => p[key] > 0).map((p) => ({ ...p, x: p[key] }));
    if (timed.length === 0) continue;
    const title = `${contest.metric} against ${what.toLowerCase()}${note}`;
    figures.push(figureOf(`front-${key}`, {
      title,
      spec: (width) => secondsChart(title, width, timed, what, contest.metric),
      table: () => pointRows(timed, what),
    }));
  }
  return element('div', { class: 'grid' }, ...figures);
}

function rankingSection(contest) {
  if (!contest) return element('section', { id: 'ranking' });
  const all = methodsOf(contest);
  const words = choice.find.toLowerCase().split(/\s+/).filter(Boolean);
  const methods = all.filter((row) => words.every((word) => row.name.toLowerCase().includes(word)));
  const definition = siteData.metrics[contest.metric];
  return element('section', { id: 'ranking', 'aria-labelledby': 'ranking-title' },
    element('h2', { id: 'ranking-title' }, `Ranking: ${contest.dataset}, ${contest.metric}`),
    element('p', { class: 'caption' }, `Relevant: ${contest.truth}. Split: ${contest.splitWords}. ${contest.conditions}` +
      `${contest.rows ? `; checksum of the rows ${contest.rows}` : ''}. `,
      definition ? `${contest.metric}: ${definition}. ` : '',
      element('a', { href: `${up}datasets/${contest.page}.html` }, `All about ${contest.dataset}`)),
    methods.length === 0 ? element('p', {}, `No method has "${choice.find}" in its name.`) : '',
    methods.length === 0 ? '' : chartsOf(contest, methods),
    methods.length === 0 ? '' : rankingTable(contest, methods),
    element('p', { class: 'buttons' },
      element('button', { type: 'button', id: 'save-ranking', onclick: () => saveFile('ranking.csv', 'text/csv',
        rankingCsv(contest, methods)) }, 'This ranking as CSV'),
      element('button', { type: 'button', id: 'save-all', onclick: () => saveFile('leaderboard.csv', 'text/csv',
        siteData.contests.map((c, i) => rankingCsv(c, methodsOf(c), i === 0)).join('')) }, 'Every ranking as CSV')));
}

function rankingCsv(contest, methods, withHeader = true) {
  const lines = withHeader ? ['dataset,relevant,split,metric,conditions,rows,bits,method,mean,low,high,rank,p_holm,evidence,' +
    'study,file,line'] : [];
  for (const row of methods) {
    for (const [r, place] of row.places) {
      lines.push([contest.dataset, contest.truth, contest.split, contest.metric, contest.conditions, contest.rows,
        contest.rankings[r].bits, row.name, place[MEAN], place[LOW] ?? '', place[HIGH] ?? '', place[RANK],
        place[EVIDENCE] === 0 ? '' : place[P], evidences[place[EVIDENCE]], siteData.studies[place[STUDY]][0],
        siteData.files[place[FILE]], place[LINE]].map(csvField).join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}

function selectChoice(name, label, options) {
  const select = element('select', { name, onchange: () => change({ [name]: select.value, show: '' }) });
  for (const [value, text] of options) {
    select.append(element('option', { value, selected: value === choice[name] }, text));
  }
  return element('label', {}, element('span', {}, label), select);
}

function fillChoices() {
  const { contests } = siteData;
  const values = (field) => unique(contests.map((c) => c[field])).sort().map((v) => [v, v]);
  const bits = unique(contests.flatMap((c) => c.rankings.map((r) => r.bits))).sort((a, b) => a - b)
    .map((b) => [String(b), bitsText(b)]);
  const splits = unique(contests.map((c) => c.split)).sort().map((split) =>
    [split, contests.find((c) => c.split === split).splitWords]);
  const find = element('input', { type: 'search', name: 'find', value: choice.find, placeholder: 'such as itq',
    oninput: () => change({ find: find.value }, true, false) });
  document.getElementById('choices').replaceChildren(
    selectChoice('data', 'Data set', [['', 'all'], ...values('dataset')]),
    selectChoice('truth', 'Relevant items', [['', 'all'], ...values('truth')]),
    selectChoice('split', 'Split', [['', 'all'], ...splits]),
    selectChoice('metric', 'Metric', [['main', 'the usual one'], ['all', 'all'], ...values('metric')]),
    selectChoice('bits', 'Code length', [['', 'all'], ...bits]),
    element('label', {}, element('span', {}, 'Method'), find),
    element('button', { type: 'button', id: 'reset', onclick: () => change({ ...usualState }) }, 'Reset'));
}

/** Takes over a part of the state, writes it to the address, and draws. */
function change(part, draws = true, refills = true) {
  choice = { ...choice, ...part };
  writeAddress(Object.fromEntries(Object.entries(choice).filter(([name, value]) => value !== usualState[name])
    .map(([name, value]) => [name, value === '' ? 'any' : value])));
  if (refills && draws) fillChoices();
  if (draws) drawFront();
}

function drawFront() {
  const contests = chosenContests();
  const shown = shownContest(contests);
  document.getElementById('answer').textContent = answerText(shown);
  document.getElementById('front').replaceChildren(
    contests.length === 0 ? '' : overview(contests, shown), rankingSection(shown));
  announce(`${plural(contests.length, 'ranking')}`);
}

function readFront() {
  const read = readAddress();
  choice = { ...usualState };
  for (const name of Object.keys(usualState)) {
    if (name in read) choice[name] = read[name] === 'any' ? '' : read[name];
  }
}

function startFront() {
  for (const contest of siteData.contests) contest.main = isMain(contest);
  if (!siteData.contests.some((c) => c.split === usualState.split)) usualState.split = '';
  readFront();
  fillChoices();
  drawFront();
  window.addEventListener('hashchange', () => { readFront(); fillChoices(); drawFront(); });
  document.getElementById('choices').addEventListener('submit', (event) => event.preventDefault());
}
