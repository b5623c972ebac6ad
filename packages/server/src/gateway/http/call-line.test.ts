import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { callLine } from './call-line.ts';

const NO_REMARKS = {};
const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

const lineOf = (call: Partial<Call>, nowMs = NOW_MS) =>
  callLine(
    {
      requestId: 'request',
      traceId: 'trace',
      operation: 'vr-info',
      address: '192.0.2.7',
      appKey: 'ohk_a',
      secretVersion: 1,
      remarks: NO_REMARKS,
      status: 'success',
      httpStatus: 200,
      ...call,
    } as Call,
    nowMs,
    3,
  );

test('a line is one JSON object with the fields of a call', () => {
  expect(JSON.parse(lineOf({ remarks: { source: 'crm', action_num: 2, params_code: undefined } }))).toEqual({
    level: 30,
    time: '2026-01-02T03:04:05.678Z',
    request_id: 'request',
    trace_id: 'trace',
    operation: 'vr-info',
    address: '192.0.2.7',
    app_key: 'ohk_a',
    secret_version: 1,
    source: 'crm',
    action_num: 2,
    status: 'success',
    http_status: 200,
    cost: 3,
    msg: 'call',
  });
});

test('each line has the time of its own call', () => {
  const times = [NOW_MS, NOW_MS, NOW_MS + 1, NOW_MS].map((nowMs) => Date.parse(JSON.parse(lineOf({}, nowMs)).time));
  expect(times).toEqual([NOW_MS, NOW_MS, NOW_MS + 1, NOW_MS]);
});

const others: [string, Partial<Call>, Record<string, unknown>][] = [
  ['operation', { operation: 'tour-list' }, { operation: 'tour-list' }],
  ['address', { address: '192.0.2.8' }, { address: '192.0.2.8' }],
  ['app', { appKey: 'ohk_b' }, { app_key: 'ohk_b' }],
  ['secret', { secretVersion: 2 }, { secret_version: 2 }],
  ['remarks', { remarks: { source: 'crm' } }, { source: 'crm' }],
  ['status', { status: 'err_internal' }, { status: 'err_internal' }],
  ['HTTP status', { httpStatus: 304 }, { http_status: 304 }],
  ['request', { requestId: 'another' }, { request_id: 'another' }],
  ['trace', { traceId: 'another' }, { trace_id: 'another' }],
];
test.each(others)('each line tells of its own call, also where only the %s differs from the last', (_, other, its) => {
  const usual = JSON.parse(lineOf({}));
  for (const [call, expected] of [
    [{}, usual],
    [{}, usual],
    [other, { ...usual, ...its }],
    [other, { ...usual, ...its }],
    [{}, usual],
  ]) {
    expect(JSON.parse(lineOf(call))).toEqual(expected);
  }
});

test('a call of nobody names nobody', () => {
  const line = JSON.parse(lineOf({ appKey: undefined, secretVersion: undefined }));
  expect(line).not.toHaveProperty('app_key');
  expect(line).not.toHaveProperty('secret_version');
});

test('what is no plain ASCII is escaped', () => {
  const source = 'crm "\\ \n\u007f客🏠';
  const line = lineOf({ remarks: { source } });
  expect(line).toMatch(/^[ -~]*\n$/);
  expect(JSON.parse(line)).toMatchObject({ source });
});

test('whatever a caller writes stays one text on one line', { tags: 'slow' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (source) => {
      const line = lineOf({ remarks: { source }, appKey: source });
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(line).toMatch(/^[ -~]*\n$/);
      expect(JSON.parse(line)).toMatchObject({ source, app_key: source });
    }),
  );
});

test('nothing of a request reaches the line', () => {
  const request = { headers: { authorization: 'canary-7c1e' }, url: '/?canary-7c1e' } as unknown as Call['request'];
  expect(lineOf({ request })).not.toContain('canary-7c1e');
});
