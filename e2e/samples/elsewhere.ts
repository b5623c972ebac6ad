import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../packages/cli/src/commands/index.ts';
import { longNames, secretNames, variables } from '../../packages/server/src/config/config.ts';
import { root } from '../service.ts';

interface Manifest {
  readonly name?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Settings at the beginning of a line, for it alone or for a file: `NAME=value`; PostgreSQL's own begin with PG. */
const SETTINGS = /^(?:[A-Z][A-Z0-9_]*=(?:'[^']*'|\S*)(?:\s+|$))*/;
const NAME = /(?:^|\s)([A-Z][A-Z0-9_]*)=/g;

/** Secrets and long values can be given as files too. */
const settable = new Set([...Object.keys(variables), ...[...secretNames, ...longNames].map((name) => `${name}_FILE`)]);

const manifest = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Judges a shell line that is for another machine or moment, and so not run: does everything it names exist?
 * @returns What does not; nothing when all is well.
 */
export function unknownIn(line: string): string[] {
  if (line.trim().startsWith('#')) return [];
  const settings = SETTINGS.exec(line.trim())?.[0] ?? '';
  const unknown = [...settings.matchAll(NAME)].flatMap(([, name = '']) =>
    settable.has(name) || name.startsWith('PG') ? [] : [name],
  );
  const called = line.trim().slice(settings.length);
  return called === '' ? unknown : [...unknown, ...unknownOfCall(called)];
}

/** Not ours: what stands behind psql is SQL; tests of their own run the recipes that have the others. */
const OTHERS = [
  ...['psql', 'pg_dump', 'pg_restore', 'pg_basebackup'],
  ...['mkdir', 'cp', 'cat', 'cut', 'touch', 'umask', 'find', 'perl'],
];

function unknownOfCall(line: string): string[] {
  const words = line.split(/\s+/);
  const [program, ...rest] = words[0] === 'npx' ? words.slice(1) : words;
  if (program === 'npm' && rest[0] === 'install') return rest.slice(1).filter((name) => !isPackage(name));
  if (program === 'npm') {
    const script = rest[0] === 'run' ? rest[1] : rest[0];
    return manifest('.').scripts?.[script ?? ''] === undefined ? [line] : [];
  }
  // Settings of the machine that it is for.
  if (program === 'export') return [];
  if (OTHERS.includes(program ?? '')) return [];
  if (program !== 'openhouse') return [line];
  const command = commandOf(rest);
  if (command === undefined) return [line];
  const known = command.options.map(({ flags }) => flags.split(' ')[0]);
  return rest.filter((word) => word.startsWith('--') && !known.includes(word));
}

/** The command that words behind `openhouse` call. */
function commandOf(words: readonly string[]) {
  // A group alone is its list.
  const options = words.findIndex((word) => word.startsWith('-'));
  const group = (options === -1 ? words : words.slice(0, options)).join(' ');
  return commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `) || name === `${group} list`);
}

/** The calls of the command in a sample: name and long options of each. */
export function callsIn(code: string): { readonly name: string; readonly options: readonly string[] }[] {
  // The words of SQL name a role and a database like the command.
  const lines = code.replaceAll(/^psql .*/gm, '');
  return [...lines.matchAll(/(?:^|[\s(])openhouse ([a-z][^|>)&\n]*)/g)].map(([, called = '']) => {
    const words = called.trim().split(' ');
    const name = commandOf(words)?.name ?? words[0] ?? '';
    return { name, options: words.filter((word) => word.startsWith('--')) };
  });
}

/** A package of ours, one that the portal stands on itself, or one that the command asks for, in its version. */
function isPackage(name: string): boolean {
  const peers = Object.entries(manifest('packages/cli').peerDependencies ?? {}).map((peer) => peer.join('@'));
  const own = [manifest('packages/cli').name, manifest('packages/sdk').name, ...peers];
  return own.includes(name) || manifest('packages/portal').devDependencies?.[name] !== undefined;
}
