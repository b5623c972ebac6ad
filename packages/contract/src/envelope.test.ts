import { Ajv2020 } from 'ajv/dist/2020.js';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { failureEnvelope, successEnvelope } from './envelope.ts';

const accepts = (schema: object, value: unknown) => new Ajv2020({ strict: false }).validate(schema, value);

const ids = { request_id: 'r', trace_id: 't', business_code: '0', osi_request_id: '' };
const success = { ...ids, code: 0, status: 'success', cost: 0, data: { msg: 'ok' } };
const failure = {
  ...ids,
  code: -3,
  status: 'err_access_token_expired',
  cost: 2,
  message: 'Exchange again.',
  data: null,
};

describe('success (SPEC 2.4)', () => {
  const schema = successEnvelope(Type.Object({ msg: Type.String() }));
  test('takes its own', () => expect(accepts(schema, success)).toBe(true));
  test.each([
    { code: -1 },
    { code: '0' },
    { status: 'ok' },
    { data: null },
    { cost: 0.5 },
    { cost: -1 },
    { trace_id: null },
    { request_id: undefined },
  ])('refuses %j', (change) => expect(accepts(schema, { ...success, ...change })).toBe(false));
});

describe('failure (SPEC 2.4, 7.2)', () => {
  const schema = failureEnvelope(['err_access_token_expired', 'err_rate_limited']);
  test('takes its own', () => expect(accepts(schema, failure)).toBe(true));
  test.each([
    { code: 0 },
    { code: -2 },
    { status: 'success' },
    { status: 'err_internal' },
    { data: {} },
    { message: 1 },
  ])('refuses %j', (change) => expect(accepts(schema, { ...failure, ...change })).toBe(false));
});
