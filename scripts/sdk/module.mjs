/** Stands at the top of every generated file. */
export const GENERATED = '// Generated from the contract by `npm run reference`: change the contract instead.\n';

/** The import of types, as the formatter folds it. @param {readonly string[]} names @param {string} module */
export function importLine(names, module) {
  if (names.length === 0) return [];
  const line = `import type { ${names.join(', ')} } from '${module}';`;
  return [
    line.length <= 120 ? line : `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${module}';`,
  ];
}

/** The order of imports: by where they come from. */
export const byModule = (/** @type {string} */ a, /** @type {string} */ b) => (moduleOf(a) < moduleOf(b) ? -1 : 1);
const moduleOf = (/** @type {string} */ line) => /from '(.*)'/.exec(line)?.[1] ?? '';
