/** Columns of a line, as biome.json has it. */
const LINE_WIDTH = 120;

/**
 * Wraps words into lines.
 * @param {string} text
 * @param {number} width Characters of a line.
 */
function wrap(text, width) {
  /** @type {string[]} */
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/**
 * A TSDoc comment, one line when it fits.
 * @param {readonly (string | undefined)[]} paragraphs
 * @param {string} indent
 * @returns {string} With a line feed at the end; empty without paragraphs.
 */
export function comment(paragraphs, indent) {
  const told = paragraphs
    .filter((one) => one !== undefined && one !== '')
    .map((one) => String(one).replaceAll('*/', '*\\/'));
  if (told.length === 0) return '';
  const [only = ''] = told;
  if (told.length === 1 && `${indent}/** ${only} */`.length <= LINE_WIDTH) return `${indent}/** ${only} */\n`;
  const blocks = told.map((one) => wrap(one, LINE_WIDTH - indent.length - ' * '.length));
  // Tags stand below each other, other paragraphs apart.
  const isTag = (/** @type {number} */ index) => told[index]?.startsWith('@') === true;
  const lines = blocks.flatMap((block, index) =>
    index === 0 || (isTag(index) && isTag(index - 1)) ? block : ['', ...block],
  );
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
