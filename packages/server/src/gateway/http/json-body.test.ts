import { vrSubmit } from '@openhouse/contract';
import { expect, test } from 'vitest';
import { jsonBodyReader } from './json-body.ts';
import { fieldReader } from './query.ts';

const { schema } = vrSubmit.body;
const read = jsonBodyReader(schema, fieldReader(schema));

test.each([
  '{"resource_code":"own-tour","action_num":1,"resource_code":"other-tour"}',
  '{"resource_code":"own-tour","action_num":1,"action_num":1}',
  String.raw`{"resource_code":"own-tour","action_num":1,"resource_\u0063ode":"other-tour"}`,
])('a key that occurs twice is refused, whichever value another reader would take: %s', (body) => {
  expect(() => read(Buffer.from(body))).toThrow(/names a key twice/);
});

test('a byte order mark before the JSON is refused, by its name', () => {
  const body = '{"resource_code":"own-tour","action_num":1}';
  expect(read(Buffer.from(body))).toEqual(JSON.parse(body));
  expect(() => read(Buffer.from(`\ufeff${body}`))).toThrow(/byte order mark/);
});
