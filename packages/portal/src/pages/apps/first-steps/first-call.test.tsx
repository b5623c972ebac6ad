import type { GatewayCall } from '@openhouse/contract';
import { expect, test } from 'vitest';
import { firstCall } from './first-call.ts';

const call = (requestId: string, about: Partial<GatewayCall> = {}): GatewayCall => ({
  requestId,
  traceId: 'trace',
  at: '2026-11-25T10:00:00.000Z',
  operation: 'vr-info',
  status: 'success',
  code: 0,
  httpStatus: 200,
  costMs: 1,
  version: 1,
  byPortal: false,
  network: null,
  parameter: null,
  ...about,
});
const exchange = (requestId: string, about: Partial<GatewayCall> = {}) =>
  call(requestId, { operation: 'access-token', ...about });
const refused = { status: 'err_access_token_invalid', code: -1, httpStatus: 401 };

test.each<[string, string | undefined, readonly GatewayCall[]]>([
  ['nothing before a call', undefined, []],
  ['nothing for an exchange alone', undefined, [exchange('a')]],
  ['nothing for calls that the portal made', undefined, [call('a', { byPortal: true })]],
  ['the oldest read that succeeded', 'a', [call('b'), call('a'), exchange('x')]],
  ['a read, whatever was refused before and after it', 'b', [call('c', refused), call('b'), call('a', refused)]],
  ['the last refusal while nothing has succeeded', 'b', [call('b', refused), exchange('a', refused)]],
  ['a refused exchange', 'a', [exchange('a', refused)]],
])('an app’s first call is %s', (_, requestId, newestFirst) => {
  expect(firstCall(newestFirst)?.requestId).toBe(requestId);
});
