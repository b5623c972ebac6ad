import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../packages/cli/src/commands/index.ts';
import { root } from '../service.ts';

interface Manifest {
  readonly name?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifest = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Judges a shell line that is for another machine or moment, and so not run: does everything it names exist?
 * @returns What does not; nothing when all is well.
 */
export function unknownIn(line: string): string[] {
  const words = line.trim().split(/\s+/);
  const [program, ...rest] = words[0] === 'npx' ? words.slice(1) : words;
  if (program === 'npm' && rest[0] === 'install') return rest.slice(1).filter((name) => !isPackage(name));
  if (program === 'npm') {
    const script = rest[0] === 'run' ? rest[1] : rest[0];
    return manifest('.').scripts?.[script ?? ''] === undefined ? [line] : [];
  }
  // PostgreSQL's own; what stands behind it is SQL.
  if (program === 'psql') return [];
  if (program !== 'openhouse') return [line];
  const command = commands.find(({ name }) => rest.join(' ').startsWith(name));
  if (command === undefined) return [line];
  const known = command.options.map(({ flags }) => flags.split(' ')[0]);
  return rest.filter((word) => word.startsWith('--') && !known.includes(word));
}

/** A package of ours, or one that the portal stands on itself. */
function isPackage(name: string): boolean {
  return name === manifest('packages/sdk').name || manifest('packages/portal').devDependencies?.[name] !== undefined;
}
