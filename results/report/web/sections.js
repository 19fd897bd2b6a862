// The page from top to bottom. A section is { id, title, fill(selection) -> elements }, and of one
// that may have nothing to show also shows(dataset), which says whether it has.

const caption = (...texts) => element('p', { class: 'caption' }, ...texts);
const grid = (wide, figureRoots) => element('div', { class: wide ? 'grid wide' : 'grid' }, ...figureRoots);
const nothing = (why) => caption(`Nothing to show: ${why}`);

const intervalNote = 'Bars are 95 % confidence intervals of the mean over runs, by the corrected resampled t-test ' +
  '(Nadeau & Bengio 2003).';

function answerElements(selection) {
  const { answers } = selection.dataset;
  const own = answers.filter((answer) => answer.metric === selection.metric);
  const lead = own.filter((answer) => answer.headline);
  const rest = own.filter((answer) => !answer.headline);
  return [
    ...lead.map((answer) => element('p', { class: 'lead' }, answer.text)),
    element('ul', { class: 'answers' }, ...rest.map((answer) => element('li', {}, answer.text))),
    conditions(selection.dataset),
    caption(`${selection.metric}: ${report.metrics.find((m) => m.name === selection.metric).definition}.`),
    key(selection),
  ];
}

function conditions({ facts, done, failed }) {
  const entries = [
    ['Data set', `${facts.dataset}, ${facts.size} × ${facts.dimensions}`],
    ['Checksum', facts.checksum.slice(0, 16)],
    ['Relevant are', groundTruthWords(facts.groundTruth)],
    ['Splits', facts.splits.map(splitWords).join('; ')],
    ['Drawn in each run', `${facts.testQueries} test queries, ${facts.training} training rows`],
    ['Runs', `${facts.runs}, seed ${facts.seed}`],
    ['Correction', `ratio ${facts.hasherRatio.toFixed(4)} for scores of methods and differences between them, ` +
      `${facts.strategyRatio.toFixed(4)} for differences between splits`],
    ['Cells', `${done} of ${facts.planned}${failed ? `, ${failed} failed` : ''}`],
  ];
  return element('dl', { class: 'conditions' }, ...entries.map(([name, text]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, text))));
}

/** Every method with its line, for print and narrow screens, where the filters are not beside. */
function key(selection) {
  return element('ul', { class: 'key', 'aria-label': 'Key of methods' }, ...selection.methods.map((method) =>
    element('li', {}, swatch(method), ' ', methodLabel(method))));
}

function splitElements(selection) {
  if (selection.splits.length < 2) return [nothing('a comparison needs two splits, and only one is here or selected.')];
  const compared = selection.bits.flatMap((bits) => {
    const all = selection.differences(bits);
    return unique(all.map((d) => `${d.minuend} − ${d.subtrahend}`)).map((pair) =>
      [bits, pair, all.filter((d) => `${d.minuend} − ${d.subtrahend}` === pair)]);
  });
  return [
    caption('The difference between two splits in the same runs, for each method. Above zero the first one scores ',
      'higher. Filled points differ at p < 0.05 after Holm\'s correction over all methods and bits. ',
      'The dashed line is chance: the expected difference of random rankings, because the databases differ in ',
      'size and classes. ', intervalNote),
    grid(false, compared.map(([bits, pair, differences]) => figureOf(`difference-${pair}-${bits}`, {
      title: `${pair}, ${bits} bits`,
      spec: (width) => differenceChart(`${pair}, ${bits} bits, ${selection.metric}`, width,
        [...differences].sort((a, b) => b.mean - a.mean),
        selection.chance(differences[0].minuend, differences[0].subtrahend)),
      table: () => ({
        columns: ['method', 'difference', 'from', 'to', 'p', 'p (Holm)', 'runs'],
        rows: [
          ...differences.map((d) => [d.hasher, ...[d.mean, d.low, d.high].map((v) => numberCell(v, signed)),
            d.p, d.pHolm, d.n]),
          ...chanceRow(selection.chance(differences[0].minuend, differences[0].subtrahend)),
        ],
      }),
    }))),
    caption('The same scores from split to split. Lines that cross are methods that change places. ',
      intervalNote),
    grid(false, selection.bits.map((bits) => figureOf(`slope-${bits}`, {
      title: `From split to split, ${bits} bits`,
      spec: (width) => slopeChart(`${selection.metric} by split, ${bits} bits`, width, selection, bits),
      table: () => scoreRows(selection, selection.splits, [bits]),
    }))),
  ];
}

/** The row of chance: an expectation, so nothing is tested. None if chance is not known. */
function chanceRow(chance) {
  return chance ? [['chance', numberCell(chance.mean, signed), '', '', '', '', chance.n]] : [];
}

/** Means with their intervals, as rows. */
function scoreRows(selection, splits, bitsList) {
  const groups = unique(splits.flatMap((split) => bitsList.flatMap((bits) => selection.groups(split, bits))));
  return {
    columns: ['method', 'bits', 'split', 'mean', 'from', 'to', 'runs'],
    rows: groups.map((group) => {
      const { mean, low, high, n } = group.intervals[selection.metric];
      return [methodLabel(group.hasher), group.bits || '–', group.split,
        ...[mean, low, high].map((v) => numberCell(v)), n];
    }),
  };
}

function scoreElements(selection) {
  return [
    caption(`Mean ${selection.metric} over runs. ${intervalNote}`),
    grid(false, selection.splits.map((split) => figureOf(`bits-${split}`, {
      title: `${selection.metric} against bits, ${split}`,
      spec: (width) => bitsChart(`${selection.metric} against bits, ${split}`, width, selection, split),
      table: () => scoreRows(selection, [split], selection.bits),
    }))),
    heatTable(selection),
    ...warningElements(selection.dataset),
    ...choiceElements(selection.dataset),
  ];
}

/** What scores hide. */
function warningElements({ warnings }) {
  if (warnings.length === 0) return [];
  return [element('ul', { class: 'answers warnings' }, ...warnings.map((text) => element('li', {}, text)))];
}

/** What tuned methods chose. */
function choiceElements({ choices }) {
  if (choices.length === 0) return [];
  return [element('h3', {}, 'Settings that were chosen'),
    element('ul', { class: 'answers' }, ...choices.map((text) => element('li', {}, text)))];
}

/** Methods against bits and splits, coloured by value; the best of a column in bold. */
function heatTable(selection) {
  const { metric } = selection;
  const columns = selection.bits.flatMap((bits) => selection.splits.map((split) => ({ bits, split })));
  const cells = selection.methods.map((method) => columns.map(({ bits, split }) => {
    const group = selection.group(split, method, bits);
    return group && group.intervals[metric] ? group : null;
  }));
  const means = cells.flat().filter(Boolean).map((group) => group.intervals[metric].mean);
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const best = columns.map((_, i) => Math.max(...cells.map((row) =>
    (row[i] && row[i].bits ? row[i].intervals[metric].mean : -Infinity))));
  return sortableTable(
    `Mean ${metric} ± half the width of its 95 % interval. A stronger colour is a higher score, and bold is the best ` +
      'of its column. Select a heading to sort by it.',
    ['method', ...columns.map(({ bits, split }) => `${bits} bits, ${split}`)],
    selection.methods.map((method, m) => [methodLabel(method), ...cells[m].map((group, i) => {
      if (!group) return { text: '–', sort: null };
      const interval = group.intervals[metric];
      const half = interval.n < 2 ? '' : ` ± ${((interval.high - interval.low) / 2).toFixed(4)}`;
      const mark = group.dropped[metric] ? '†' : '';
      return {
        text: `${score(interval.mean)}${mark}${half}`, sort: interval.mean, title: tipOf(group, metric),
        class: group.bits && interval.mean === best[i] ? 'heat best' : 'heat',
        heat: high > low ? (interval.mean - low) / (high - low) : 0,
      };
    })]));
}

const curveKinds = [
  ['pr', 'Precision-recall', 'recall', 'Precision at 22 levels of recall, micro-averaged over ' +
    'queries. Between two radii the curve is the expected precision if ties are ordered at random (Davis & Goadrich ' +
    '2006). The line is the mean over runs, and the band reaches from the lowest to the highest run.'],
  ['precision', 'Precision of the first N', 'N', 'Mean over queries, expected over all orders of ties. Line and ' +
    'band as above.'],
  ['recall', 'Recall of the first N', 'N', 'Mean over queries with relevant items, expected over all orders of ' +
    'ties. Line and band as above.'],
  ['hit', 'Hit within the first N', 'N', 'hit@N: of the queries with relevant items, the share that finds one of them ' +
    'among the first N. Papers on metric learning call this Recall@K. Expected over all orders of ties. Line and ' +
    'band as above.'],
];

function curveElements(selection) {
  const places = selection.bits.flatMap((bits) => selection.splits.map((split) => [bits, split]));
  const all = places.flatMap(([bits, split]) => selection.groups(split, bits));
  return curveKinds.flatMap(([curve, name, axis, text]) => {
    const yDomain = curveDomain(all, curve);
    return [
      element('h3', {}, name), caption(text),
      grid(false, places.map(([bits, split]) => {
        const title = `${name}, ${bits} bits, ${split}`;
        const groups = selection.groups(split, bits);
        const cutoffs = selection.dataset.cutoffs[split];
        const xs = curve === 'pr' ? report.recallLevels : cutoffs;
        return groups.length === 0 ? null : figureOf(`${curve}-${bits}-${split}`, {
          title,
          spec: (width) => (curve === 'pr' ? precisionRecallChart(title, width, groups, yDomain)
            : firstRanksChart(title, width, groups, curve, cutoffs, yDomain)),
          table: () => ({ columns: ['method', axis, 'mean', 'lowest', 'highest'],
            rows: curveRows(groups, curve, xs) }),
        });
      }).filter(Boolean)),
    ];
  });
}

/** One figure a code length and split that has groups. */
function placeFigures(selection, has, figure) {
  return selection.bits.flatMap((bits) => selection.splits.map((split) => {
    const groups = selection.groups(split, bits, has);
    return groups.length === 0 ? null : figure(groups, bits, split);
  })).filter(Boolean);
}

function rerankElements(selection) {
  const { shortlists, rerankMetrics } = selection.dataset.facts;
  const all = selection.bits.flatMap((bits) => selection.splits.flatMap((split) =>
    selection.groups(split, bits, isReranked)));
  if (all.length === 0) return [nothing('the filters exclude every re-ranked method.')];
  const similarities = unique(all.flatMap((group) => Object.keys(group.rerank.by)));
  return [
    caption('The R nearest codes of each query form a shortlist, which is sorted again by the similarity of the ',
      'features. Items behind the shortlist keep their places. Lines are means over runs, and bands reach from the ',
      'lowest to the highest run. Hollow points show the codes alone: at R = 1, where there is nothing to sort, or at ',
      'the time of a ranking of all items. They are expected values over all orders of ties. A shortlist draws at ',
      'random among codes that are tied at its border. The horizontal line is the uncompressed ranking, if the study ',
      'has one. Seconds are wall-clock time, a mean over queries and runs that includes the search for the shortlist.'),
    element('h3', {}, 'Recall of the shortlist'),
    caption('The share of the relevant items that are among the R nearest codes. Re-ranking cannot find more.'),
    grid(false, placeFigures(selection, isReranked, (groups, bits, split) => {
      const points = shortlistPoints(groups, shortlists);
      const title = `Recall of the shortlist, ${bits} bits, ${split}`;
      return points.length === 0 ? null : figureOf(`shortlist-${bits}-${split}`, {
        title,
        spec: (width) => rerankChart(title, width, points, [], shortlistAxis, 'Recall of the shortlist', [0, 1]),
        table: () => ({ columns: ['method', 'R', 'mean', 'lowest', 'highest'],
          rows: points.map((p) => [methodLabel(p.method), p.x, ...[p.y, p.low, p.high].map((v) => numberCell(v))]) }),
      });
    })),
    ...rerankMetrics.flatMap((metric) => similarities.flatMap((by) => rerankedElements(selection, all, metric, by))),
  ];
}

function rerankedElements(selection, all, metric, by) {
  const { shortlists } = selection.dataset.facts;
  const ceilings = selection.splits.flatMap((split) => ceilingsOf(selection, split, metric));
  const yDomain = extentOf([...rerankPoints(all, metric, by, shortlists, 'R'), ...ceilings], 0);
  const columns = ['method', 'R', 'seconds a query', 'mean', 'lowest', 'highest'];
  const figure = (against, axis) => (groups, bits, split) => {
    const points = rerankPoints(groups, metric, by, shortlists, against);
    const level = ceilingsOf(selection, split, metric);
    const title = `${metric} by ${by} against ${against}, ${bits} bits, ${split}`;
    return points.length === 0 ? null : figureOf(`rerank-${metric}-${by}-${against}-${bits}-${split}`, {
      title,
      spec: (width) => rerankChart(title, width, points, level, axis, metric, yDomain),
      table: () => ({ columns, rows: rerankRows(points, level) }),
    });
  };
  return [
    element('h3', {}, `${metric}, re-ranked by ${by}`),
    grid(false, [...placeFigures(selection, isReranked, figure('R', shortlistAxis)),
      ...placeFigures(selection, isReranked, figure('seconds', querySecondsAxis))]),
  ];
}

/** Half widths over labels, where a grouped score has them. */
function boundElements(groups, scores) {
  const rows = boundRows(groups, scores);
  if (rows.length === 0) return [];
  return [
    caption('Grouped recall is a mean over groups of labels. The half widths give 95 % intervals for other labels by ',
      'four methods: the central limit theorem (CLT), Student’s t for few groups, the largest variance of a score ',
      'between 0 and 1 (Bernoulli), and a bound for any distribution (Hoeffding). Values are means over partitions and ',
      'runs.'),
    sortableTable('Half widths of grouped recall over labels', ['method', 'bits', 'split', 'score', 'of', 'value',
      'groups', 'CLT ±', 'Student ±', 'Bernoulli ±', 'Hoeffding ±'], rows),
  ];
}

function gapElements(selection) {
  const scores = selection.dataset.facts.labelScores;
  const has = (group) => group.gaps;
  const all = selection.bits.flatMap((bits) => selection.splits.flatMap((split) => selection.groups(split, bits, has)));
  if (all.length === 0) return [nothing('the filters exclude every method with such a score.')];
  const xDomain = gapDomain(all, scores);
  return [
    caption('The score of a method on its training samples, where each queries the others, minus its score on the test ',
      'samples. A gap of scores among all samples also depends on the number of samples and classes on either side. ',
      'Grouped scores rank among equally many labels on both sides. ', intervalNote),
    grid(false, placeFigures(selection, has, (groups, bits, split) => {
      const title = `Generalisation gap, ${bits} bits, ${split}`;
      return figureOf(`gap-${bits}-${split}`, {
        title,
        spec: (width) => gapChart(title, width, groups, scores, xDomain),
        table: () => ({ columns: ['method', 'score', 'learned', 'tested', 'gap', 'from', 'to', 'runs'],
          rows: gapRows(groups, scores) }),
      });
    })),
    ...boundElements(unique(all), scores),
  ];
}

function runElements(selection) {
  const { metric } = selection;
  return [
    caption('Each point is one run, and the bar is the mean. Runs with the same number have the same test queries in ',
      'all splits that are compared.'),
    grid(false, selection.bits.map((bits) => figureOf(`runs-${bits}`, {
      title: `Every run, ${bits} bits`,
      spec: (width) => runsChart(`${metric} of every run, ${bits} bits`, width, selection, bits),
      table: () => ({
        columns: ['method', 'split', 'run', metric],
        rows: selection.splits.flatMap((split) => selection.groups(split, bits).flatMap((group) =>
          group.values[metric].scores.map((value, i) =>
            [methodLabel(group.hasher), split, group.values[metric].runs[i], numberCell(value)]))),
      }),
    }))),
  ];
}

function costElements(selection) {
  const places = selection.bits.flatMap((bits) => selection.splits.map((split) => [bits, split]));
  return [
    caption('Mean wall-clock seconds of one run: learn (projection and quantiser), encode (project and quantise ',
      'queries and database), rank (all queries). They depend on the machine and on its other load.'),
    grid(false, places.map(([bits, split]) => {
      const groups = selection.groups(split, bits);
      return groups.length === 0 ? null : figureOf(`times-${bits}-${split}`, {
        title: `Seconds, ${bits} bits, ${split}`,
        spec: (width) => timesChart(`Seconds by phase, ${bits} bits, ${split}`, width, groups),
        table: () => ({
          columns: ['method', 'learn', 'encode', 'rank'],
          rows: groups.map((group) => [methodLabel(group.hasher),
            ...phases.map(([phase]) => numberCell(group.seconds[phase], seconds))]),
        }),
      });
    }).filter(Boolean)),
    caption('Score against total seconds. Each line connects the code lengths of one method.'),
    grid(false, selection.splits.map((split) => figureOf(`cost-${split}`, {
      title: `${selection.metric} against seconds, ${split}`,
      spec: (width) => costChart(`${selection.metric} against seconds, ${split}`, width, selection, split),
      table: () => ({
        columns: ['method', 'bits', 'seconds', 'mean'],
        rows: unique(selection.bits.flatMap((bits) => selection.groups(split, bits))).map((group) =>
          [methodLabel(group.hasher), group.bits || '–', numberCell(totalSeconds(group), seconds),
            numberCell(group.intervals[selection.metric].mean)]),
      }),
    }))),
  ];
}

const levelWords = { clean: '✓ clean', expected: '• as defined', leak: '✗ leak', unknown: '? not known' };

function auditElements({ dataset, splits }) {
  const lines = dataset.audit.filter((line) => splits.includes(line.split));
  const names = unique(Object.values(dataset.splitFacts).flatMap((facts) => Object.keys(facts)));
  return [
    sortableTable('Who saw what: overlap between what was learned from and what was tested on',
      ['split', 'check', 'finding', 'state'],
      lines.map((line) => [line.split, line.check, line.finding,
        { text: levelWords[line.level], sort: line.level, class: `level ${line.level}` }])),
    sortableTable('Sizes and skew, mean over runs', ['split', ...names.map((name) => name.replaceAll('-', ' '))],
      splits.filter((split) => dataset.splitFacts[split]).map((split) => [split,
        ...names.map((name) => dataset.splitFacts[split][name] ?? null)])),
  ];
}

function provenanceElements({ dataset }) {
  const rows = dataset.provenance.flatMap((fact) => Object.entries(fact.values).map(([value, cells]) =>
    [fact.name, value, cells]));
  return [
    sortableTable('What the cells were computed with', ['fact', 'value', 'cells'], rows),
    caption('The page holds its numbers: scores at full precision, curves and times with five digits.'),
    downloadButtons(),
  ];
}

/** What the names on the page stand for, with papers. */
function nameElements({ dataset: { facts } }) {
  const used = (name) => [...facts.hashers, ...facts.references].some((method) =>
    method.split(':')[0].split('+').includes(name));
  const row = (kind, { name, summary, paper }) => [name, kind, summary, paper];
  const rows = [
    ...report.parts.filter(({ name }) => used(name)).map((part) => row('part of a method', part)),
    ...report.splits.map((split) => row('split', split)),
    ...report.metrics.map(({ name, definition }) => [name, 'metric', definition, '']),
  ];
  return [
    caption('A method is a projection and a quantiser, joined by "+". The relevant items are ',
      groundTruthWords(facts.groundTruth), '.'),
    sortableTable('Names', ['name', 'kind', 'meaning', 'source'], rows),
  ];
}

const sections = [
  { id: 'answers', title: 'What the runs say', fill: answerElements },
  { id: 'splits', title: 'Splits compared', fill: splitElements },
  { id: 'scores', title: 'Scores and bits', fill: scoreElements },
  { id: 'curves', title: 'Curves', fill: curveElements },
  { id: 'reranking', title: 'Re-ranking', fill: rerankElements,
    shows: ({ groups }) => groups.some(isReranked) },
  { id: 'gaps', title: 'Generalisation gap', fill: gapElements,
    shows: ({ groups }) => groups.some((group) => group.gaps) },
  { id: 'runs', title: 'Every run', fill: runElements },
  { id: 'cost', title: 'What it costs', fill: costElements },
  { id: 'audit', title: 'Audit', fill: auditElements },
  { id: 'names', title: 'Names and papers', fill: nameElements },
  { id: 'provenance', title: 'Provenance and data', fill: provenanceElements },
];
