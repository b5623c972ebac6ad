import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findNpm } from './npm.mjs';

const machine = realpathSync(mkdtempSync(join(tmpdir(), 'npm-')));
afterAll(() => rmSync(machine, { recursive: true }));

function file(path: string): string {
  const target = join(machine, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, '');
  return target;
}

const starting = file('starting/npm-cli.js');
const otherTool = file('other/pnpm.cjs');
const besideNode = file('unix/lib/node_modules/npm/bin/npm-cli.js');
const onWindows = file('windows/node_modules/npm/bin/npm-cli.js');
const ofDistribution = file('debian/share/npm/bin/npm-cli.js');
mkdirSync(join(machine, 'debian/bin'));
symlinkSync(ofDistribution, join(machine, 'debian/bin/npm'));

test.each([
  ['the npm that started us', { npm_execpath: starting }, 'unix/bin/node', starting],
  ['the npm of this Node', {}, 'unix/bin/node', besideNode],
  ['the npm of this Node, on Windows', {}, 'windows/node', onWindows],
  ["a distribution's npm", {}, 'debian/bin/node', ofDistribution],
  ['not another package manager', { npm_execpath: otherTool }, 'unix/bin/node', besideNode],
])('%s', (_, env, node, found) => {
  expect(findNpm(env, join(machine, node))).toBe(found);
});

test('without any, says how to get one', () => {
  expect(() => findNpm({}, join(machine, 'bare/bin/node'))).toThrow('Install npm');
});
