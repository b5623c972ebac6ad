import { vrSubmit } from '@openhouse/contract';
import { expect, test } from 'vitest';
import { jsonBodyReader } from './json-body.ts';
import { fieldReader } from './query.ts';

test('a byte order mark before the JSON is refused, by its name', () => {
  const { schema } = vrSubmit.body;
  const read = jsonBodyReader(schema, fieldReader(schema));
  const body = '{"resource_code":"own-tour","action_num":1}';
  expect(read(Buffer.from(body))).toEqual(JSON.parse(body));
  expect(() => read(Buffer.from(`\ufeff${body}`))).toThrow(/byte order mark/);
});
