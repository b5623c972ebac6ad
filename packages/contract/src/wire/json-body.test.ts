import { expect, test } from 'vitest';
import { vrSubmit } from '../gateway/index.ts';
import { fieldReader } from './fields.ts';
import { jsonFieldReader } from './json-body.ts';

const { schema } = vrSubmit.body;
const readBytes = jsonFieldReader(schema, fieldReader(schema));
const read = (body: string) => ({ ...readBytes(Buffer.from(body).toString('latin1')).values });

test.each([
  '{"resource_code":"own-tour","action_num":1,"resource_code":"other-tour"}',
  '{"resource_code":"own-tour","action_num":1,"action_num":1}',
  String.raw`{"resource_code":"own-tour","action_num":1,"resource_\u0063ode":"other-tour"}`,
])('a key that occurs twice is refused, whichever value another reader would take: %s', (body) => {
  expect(() => read(body)).toThrow(/names a key twice/);
});

test('a byte order mark before the JSON is refused, by its name', () => {
  const body = '{"resource_code":"own-tour","action_num":1}';
  expect(read(body)).toEqual({ resource_code: 'own-tour', action_num: '1' });
  expect(() => read(`\ufeff${body}`)).toThrow(/byte order mark/);
});

test.each([
  ['a colon within a text', '{"resource_code":"own-tour","action_num":"1"}'],
  ['a number as a text, null as absent', '{"resource_code": "own-tour", "action_num" :\n"1", "order": null}'],
])('%s is taken', (_, body) => {
  expect(read(body)).toEqual({ resource_code: 'own-tour', action_num: '1' });
});

test.each([
  ['half of a character', '{"resource_code":"own-tour","action_num":1,"x":"\u00c3"}', /not valid JSON in UTF-8/],
  ['no JSON', '{"resource_code":"own-tour",}', /not valid JSON/],
  ['an integer out of bounds', '{"resource_code":"own-tour","action_num":2147483648}', /^action_num is malformed/],
  ['a fraction', '{"resource_code":"own-tour","action_num":1.5}', /^action_num is malformed/],
  ['an unknown name', '{"resource_code":"own-tour","action_num":1,"other":"a\\": b"}', /^The body holds other/],
])('%s is refused', (_, bytes, message) => {
  expect(() => readBytes(bytes)).toThrow(message);
});
