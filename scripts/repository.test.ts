import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findNpm } from './ensure/npm.mjs';
import { checkout, read, textFiles, trackedFiles } from './test/tracked-files.ts';

/* What must hold of the repository as a whole. */

/** Files in which the pattern occurs, with what was found. */
function findings(pattern: RegExp): string[] {
  return textFiles.flatMap((path) => {
    const found = pattern.exec(read(path));
    return found === null ? [] : [`${path}: ${found[0]}`];
  });
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly workspaces?: string[];
  readonly bin?: Record<string, string>;
  readonly scripts?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly overrides?: Record<string, string>;
}

function manifest(path: string): Manifest {
  return JSON.parse(read(path)) as Manifest;
}

const root = manifest('package.json');
/** The demo's renderer: a package beside the workspaces, with a lock file of its own. */
const SCENE = 'demo/scene';
const manifests = ['package.json', ...[...(root.workspaces ?? []), SCENE].map((path) => `${path}/package.json`)].map(
  (path) => [path, manifest(path)] as const,
);

describe('no file names a place that others do not have', () => {
  test('a package registry', { tags: 'slow' }, () => {
    expect(findings(/\bregistry\.[a-z0-9-]+\.(org|com|dev|net)\b/i)).toEqual([]);
  });

  test('the package registry of this machine', { tags: 'slow' }, () => {
    const address = execFileSync(process.execPath, [findNpm(), 'config', 'get', 'registry'], { encoding: 'utf8' });
    const { hostname } = new URL(address.trim());
    // A registry on this machine's loopback has no name of its own.
    const named = !/^(localhost|127\.|\[::1\])/.test(hostname);
    expect(
      named ? findings(new RegExp(hostname.replaceAll('.', '\\.'))).map((finding) => finding.split(':')[0]) : [],
    ).toEqual([]);
  });

  test('a directory outside the checkout', () => {
    expect(findings(/(?<![\w.}-])\/(work|farm|home|Users)\/[\w.-]+/)).toEqual([]);
  });
});

describe('packages', () => {
  test.each(manifests)('%s: version, licence and Node are those of all', (_, { version, license, engines }) => {
    expect({ version, license, node: engines.node }).toEqual({
      version: root.version,
      license: 'Apache-2.0',
      node: root.engines.node,
    });
  });

  test.each(manifests)('%s: every dependency is pinned exactly, our own to this version', (_, one) => {
    const pins = Object.entries({
      ...one.dependencies,
      ...one.devDependencies,
      ...one.optionalDependencies,
      ...one.overrides,
    });
    expect(pins.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    expect(
      pins.filter(([name, version]) => /^(@openhouse\/|openhouse$)/.test(name) && version !== root.version),
    ).toEqual([]);
  });

  test.each(manifests)(
    '%s: its commands are files that git keeps, or npm links none in a fresh clone',
    (path, { bin }) => {
      const files = Object.values(bin ?? {}).map((file) => join(dirname(path), file));
      expect(files.filter((file) => !trackedFiles.includes(file))).toEqual([]);
    },
  );

  test('the demo scene is no workspace, and pins the versions that the others pin', () => {
    expect(root.workspaces).not.toContain(SCENE);
    const others = Object.assign(
      {},
      ...manifests.map(([path, one]) =>
        path.startsWith(SCENE) ? {} : { ...one.dependencies, ...one.devDependencies },
      ),
    );
    const differing = Object.entries(manifest(`${SCENE}/package.json`).devDependencies ?? {}).filter(
      ([name, version]) => others[name] !== version,
    );
    expect(differing).toEqual([]);
  });

  test('nothing outside the demo scene imports from it', () => {
    const importing = trackedFiles.filter(
      (path) =>
        /\.[cm]?tsx?$|\.m?js$/.test(path) &&
        !path.startsWith(`${SCENE}/`) &&
        /\b(?:from|import)\s*\(?['"]\.[^'"\n]*\bscene\//.test(read(path)),
    );
    expect(importing).toEqual([]);
  });

  test('scripts/ensure.mjs refuses what "engines" refuses', () => {
    const [, major, minor] = /OLDEST_NODE = \{ major: (\d+), minor: (\d+) \}/.exec(read('scripts/ensure.mjs')) ?? [];
    expect(root.engines.node).toBe(`>=${major}.${minor}`);
  });

  test('every program that an npm script starts is there', () => {
    const programs = Object.values(root.scripts ?? {}).flatMap((script) => script.match(/scripts\/\S+/g) ?? []);
    expect(programs.filter((path) => !existsSync(join(checkout, path)))).toEqual([]);
  });
});

test('LICENSE is the whole Apache License 2.0', () => {
  const text = read('LICENSE');
  expect(text).toMatch(/Apache License\s+Version 2\.0, January 2004/);
  expect(text).toContain('END OF TERMS AND CONDITIONS');
});

describe('prose', () => {
  const pages = trackedFiles.filter((path) => path.endsWith('.md'));

  test.each(['README.md', 'CONTRIBUTING.md', 'docs/releasing.md', '.github/pull_request_template.md'])(
    '%s: every npm script it names exists',
    (page) => {
      const named = [...read(page).matchAll(/`npm (?:run )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
      const builtIn = ['ci', 'install', 'view', 'pack', 'i', 'audit', 'deprecate'];
      expect(named).not.toEqual([]);
      expect(named.filter((name) => !(name in (root.scripts ?? {})) && !builtIn.includes(name))).toEqual([]);
    },
  );

  test.each(pages)('%s: every file it links to exists', (page) => {
    const links = [...read(page).matchAll(/\]\((?!\w+:|#|\/)([^)#\s]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(checkout, dirname(page), link)))).toEqual([]);
  });
});
