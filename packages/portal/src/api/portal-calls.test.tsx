import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardEndpoints, portalEndpoints } from '@openhouse/contract';
import { expect, test } from 'vitest';
import { laterCalls } from './later-calls.ts';
import { portalCalls } from './portal-calls.ts';

const declared = new Map<string, string>(
  [...portalEndpoints, ...dashboardEndpoints].map(({ name, method, path }) => [name, `${method} ${path}`]),
);
const source = join(import.meta.dirname, '..');
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(portal|later)-calls\.ts$|languages\//.test(path))
  .map((path) => readFileSync(join(source, path), 'utf8'))
  .join('\n');

test.each(Object.entries({ ...portalCalls, ...laterCalls }))(
  '%s goes to the method and path of its declaration, and a page makes it',
  (name, call) => {
    expect(call).toBe(declared.get(name));
    expect(sources).toContain(`'${name}'`);
  },
);
