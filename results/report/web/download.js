// The numbers as files, made here: nothing is fetched.

/** As `hashlab table --long --format csv` prints them, with the data set of each. */
function longCsv() {
  const lines = ['dataset,split,hasher,bits,run,metric,value'];
  for (const { facts, groups } of report.datasets) {
    for (const group of groups) {
      for (const { name } of report.metrics) {
        const values = group.values[name];
        if (!values) continue;
        values.runs.forEach((run, i) => lines.push([facts.dataset, group.split, group.hasher, group.bits, run,
          name, values.scores[i]].map(csvField).join(',')));
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

function downloadButtons() {
  return element('p', { class: 'buttons' },
    element('button', { type: 'button', id: 'save-csv',
      onclick: () => saveFile('hashlab.csv', 'text/csv', longCsv()) }, 'Every score as CSV'),
    element('button', { type: 'button', id: 'save-json',
      onclick: () => saveFile('hashlab.json', 'application/json', JSON.stringify(report)) },
    'Everything as JSON'));
}
