import { dashboardEndpoints, portalEndpoints } from '@openhouse/contract';
import { expect, test } from 'vitest';
import { portalCalls } from './portal-calls.ts';

test('every portal call goes to the method and path of its declaration', () => {
  const declared = [...portalEndpoints, ...dashboardEndpoints].map(({ name, method, path }) => [
    name,
    `${method} ${path}`,
  ]);
  expect(portalCalls).toEqual(Object.fromEntries(declared));
});
