import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** Tests and what only they use import across rooms on purpose. */
const LEFT_OUT = /(^|\/)testing\/|\.test\.tsx?$|\.d\.ts$/;

/**
 * @typedef {object} Import
 * @property {string} from File, relative to the root.
 * @property {string} to File, relative to the root.
 */

/**
 * Every import from one source file to another below a folder; imports of types count.
 * @param {string} root
 * @returns {Import[]}
 */
export function readImports(root) {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file))
    .flatMap((from) =>
      modulesOf(join(root, from))
        .filter((module) => module.startsWith('.'))
        .map((module) => ({ from, to: posix.join(dirname(from), module) }))
        .filter(({ to }) => !to.startsWith('..') && !LEFT_OUT.test(to)),
    );
}

/**
 * @param {string} file
 * @returns {string[]} What it names in `import`, `export … from`, `import()` and `import('…').Type`.
 */
function modulesOf(file) {
  const source = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${relative('.', file)} cannot be parsed: ${errors[0]?.message}`);
  const dynamic = [...source.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, name = '']) => name);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
  ];
  return [...new Set([...named, ...dynamic])];
}
