import { expect, test } from 'vitest';
import { pathNotFound } from './path-meant.ts';

const KNOWN = ['/open/v3/vr/info', '/open/v3/cutom/group/tree', '/auth/access_token'];
const USUAL = pathNotFound('/nowhere/at/all', KNOWN).message;

test.each([
  ['/open/v3/vr/info/', '/open/v3/vr/info'],
  ['/open/v3/vr/info ;.,//', '/open/v3/vr/info'],
  ['//open///v3\\vr\\info', '/open/v3/vr/info'],
  ['/OPEN/v3/VR/info', '/open/v3/vr/info'],
  ['/open/v3/vr%2Finfo', '/open/v3/vr/info'],
  ['/open/v3/vr/inof', '/open/v3/vr/info'],
  ['/open/v3/custom/group/tree', '/open/v3/cutom/group/tree'],
  ['/open/v3/custom/group/tre', '/open/v3/cutom/group/tree'],
  // One slip from a path as it is: it cannot be decoded.
  ['/auth/access_token%', '/auth/access_token'],
  [`/auth/access_token${'/'.repeat(128 - '/auth/access_token'.length)}`, '/auth/access_token'],
])('%s: the message names %s', (path, meant) => {
  const { status, message } = pathNotFound(path, KNOWN);
  expect([status, message]).toEqual([
    'err_path_not_found',
    `There is no operation at this path. ${meant} may be meant.`,
  ]);
});

test.each([
  ['near to nothing', '/open/v3/vr'],
  ['what cannot be decoded', '/open/%zz'],
  ['what is too long to be compared', `/auth/access_token${'/'.repeat(129 - '/auth/access_token'.length)}`],
])('%s: the message of the catalogue', (_, path) => {
  const { status, message, isUsual } = pathNotFound(path, KNOWN);
  expect([status, message, isUsual]).toEqual(['err_path_not_found', USUAL, true]);
});

test('of two paths that are near, the one that was spelled is named', () => {
  expect(pathNotFound('/vr/list/', ['/vr/lists', '/vr/list']).message).toContain(' /vr/list may be meant.');
});
