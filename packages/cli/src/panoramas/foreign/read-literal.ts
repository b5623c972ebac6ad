/** What stands before an object: comments may have braces. */
const BEFORE = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|(?<start>\{)/g;
/** What an object consists of: space and comments, texts in either quotes, names of fields, signs, and other values. */
const PART =
  /(?<skipped>\s+|\/\/.*|\/\*[\s\S]*?\*\/)|(?<text>"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')|(?<name>[\w$]+)(?=\s*:)|(?<other>[{}[\],:]|[\w.+-]+)/y;

/**
 * The first object that a script writes down, also as people write it by hand: with comments, names without quotes, single
 * quotes and commas at the end. Nothing is run.
 * @throws {SyntaxError} For anything else, such as an expression.
 */
export function readLiteral(script: string): unknown {
  const json: string[] = [];
  let depth = 0;
  PART.lastIndex = startOf(script);
  do {
    const { groups } = PART.exec(script) ?? {};
    if (groups === undefined) throw new SyntaxError('it is no object, or has an expression in it');
    const { skipped, text, name, other = '' } = groups;
    if (skipped !== undefined) continue;
    if (other === '{' || other === '[') depth += 1;
    if (other === '}' || other === ']') {
      depth -= 1;
      if (json.at(-1) === ',') json.pop();
    }
    json.push(text === undefined ? (name === undefined ? other : JSON.stringify(name)) : inDoubleQuotes(text));
  } while (depth > 0);
  return JSON.parse(json.join(''));
}

function startOf(script: string): number {
  for (const { index, groups } of script.matchAll(BEFORE)) if (groups?.start !== undefined) return index;
  return script.length;
}

/** JSON has no single quotes, and no lines that go on. */
const inDoubleQuotes = (text: string): string =>
  `"${text.slice(1, -1).replaceAll(/\\(\r\n|[\s\S])|"/g, (part: string, after: string | undefined) => {
    if (part === '"') return '\\"';
    return after === "'" ? after : /^[\r\n]/.test(after ?? '') ? '' : part;
  })}"`;
