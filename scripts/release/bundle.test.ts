import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkout } from '../test/checks.mjs';
import { copyClosure, lockedClosure, placesInPackage } from './bundle.mjs';

describe('a small workspace', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openhouse-bundle-'));
    write('packages/cli/package.json', { name: 'command' });
    write('packages/server/package.json', { name: '@scope/server' });
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function write(file: string, content: object): void {
    mkdirSync(join(directory, file, '..'), { recursive: true });
    writeFileSync(join(directory, file), JSON.stringify(content));
  }
  /** Packages by place, with what they depend on. */
  function lock(packages: Readonly<Record<string, object>>): void {
    write('package-lock.json', { packages });
    for (const place of Object.keys(packages).filter((one) => one.includes('node_modules/'))) {
      write(`${place}/package.json`, { place });
    }
  }
  const needs = (...names: string[]) => ({ dependencies: Object.fromEntries(names.map((name) => [name, '^1.0.0'])) });

  test('what a workspace and its parts need, each from the nearest place, and nothing else', () => {
    lock({
      'packages/cli': needs('@scope/server', 'web'),
      'packages/server': { ...needs('web', 'store'), devDependencies: { tests: '1.0.0' } },
      'node_modules/@scope/server': { resolved: 'packages/server', link: true },
      'node_modules/web': needs('cookie'),
      'node_modules/web/node_modules/cookie': {},
      'node_modules/cookie': {},
      'packages/server/node_modules/store': { optionalDependencies: { fast: '1.0.0', absent: '1.0.0' } },
      'node_modules/store': {},
      'node_modules/fast': {},
      'node_modules/tests': {},
    });
    const places = placesInPackage(directory, 'packages/cli', lockedClosure(directory, 'packages/cli'));
    expect(Object.fromEntries(places)).toEqual({
      'node_modules/web': 'node_modules/web',
      'node_modules/web/node_modules/cookie': 'node_modules/web/node_modules/cookie',
      'packages/server/node_modules/store': 'node_modules/@scope/server/node_modules/store',
      'node_modules/fast': 'node_modules/fast',
    });
    const destination = join(directory, 'package');
    copyClosure(directory, places, destination);
    for (const [place, inPackage] of places) {
      expect(JSON.parse(readFileSync(join(destination, inPackage, 'package.json'), 'utf8'))).toEqual({ place });
    }
    expect(existsSync(join(destination, 'node_modules/tests'))).toBe(false);
  });

  test('a version of its own beside that of its parts is refused: they would share a place', () => {
    lock({ 'packages/cli': needs('web'), 'packages/cli/node_modules/web': {}, 'node_modules/web': {} });
    const closure = lockedClosure(directory, 'packages/cli');
    expect(() => placesInPackage(directory, 'packages/cli', closure)).toThrow('needs another version than its parts');
  });
});

test('what the command brings runs on every machine, without a script at its installation', () => {
  const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { os?: string[]; cpu?: string[]; hasInstallScript?: boolean }>;
  };
  const closure = lockedClosure(checkout, 'packages/cli');
  expect(closure.length).toBeGreaterThan(100);
  const bound = closure.filter((place) => {
    const { os, cpu, hasInstallScript } = packages[place] ?? {};
    return os !== undefined || cpu !== undefined || hasInstallScript === true;
  });
  expect(bound).toEqual([]);
});
