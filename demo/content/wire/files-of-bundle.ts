import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Bundle } from './bundle.ts';
import { writeJson } from './json.ts';
import { isMadeElsewhere } from './made-elsewhere.ts';

/** The files the generator answers for: path below the bundle → content. */
export function filesOfBundle({ payloads, assets }: Bundle): ReadonlyMap<string, Buffer> {
  const json = Object.entries(payloads).map(
    ([name, payload]) => [`${name}.json`, Buffer.from(writeJson(payload))] as const,
  );
  const files = Object.entries(assets).map(([path, content]) => [`assets/${path}`, Buffer.from(content)] as const);
  return new Map([...json, ...files]);
}

/** Paths of all files below a folder, with forward slashes, sorted. */
export function pathsBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/**
 * Compares a committed bundle with the generator's output.
 * @returns One sentence a difference; none when they agree.
 */
export function differencesOf(bundle: Bundle, folder: string): string[] {
  const expected = filesOfBundle(bundle);
  const differing = [...expected].flatMap(([path, content]) => {
    const file = join(folder, path);
    if (!existsSync(file)) return [`${bundle.code}/${path} is missing`];
    return readFileSync(file).equals(content) ? [] : [`${bundle.code}/${path} differs from what the generator writes`];
  });
  return [...differing, ...strangersIn(bundle, folder).map((path) => `${bundle.code}/${path} belongs to nothing`)];
}

/** Files in a bundle's folder that neither the generator writes nor anything else makes. */
export function strangersIn(bundle: Bundle, folder: string): string[] {
  const expected = filesOfBundle(bundle);
  return pathsBelow(folder).filter(
    (path) => !expected.has(path) && !isMadeElsewhere(bundle, path.replace(/^assets\//, '')),
  );
}
