// Names of experiment files in the words of a reader.

const splitPhrases = {
  improved: 'the ranked database is held out',
  literature: 'training rows are ranked too',
  matched: 'as large as improved, but training rows are ranked too',
  'class-disjoint': 'the test classes are not trained on',
  'zero-shot': 'the test classes are not trained on',
};

/** "improved (the ranked database is held out)" */
function splitWords(split) {
  const words = splitPhrases[split.split(':')[0]];
  return words ? `${split} (${words})` : split;
}

/** Who is relevant to a query, of "epsilon:neighbours=50,samples=100" and the like. */
function groundTruthWords(recipe) {
  const setting = (name) => (recipe.match(new RegExp(`[:, ]${name}=([^, ]+)`)) || [])[1];
  if (recipe.startsWith('class')) return 'items that share a class with the query (class)';
  if (recipe.startsWith('lists')) return 'the items that the data set lists for the query (lists)';
  if (recipe.startsWith('epsilon')) {
    return `items nearer than the mean distance of the ${setting('neighbours') || 50}th neighbour (epsilon)`;
  }
  return recipe;
}
