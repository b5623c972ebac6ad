import { deepStrictEqual, equal, match } from 'node:assert/strict';
import { fieldReader, hotList, InputRefused, type ReadFields, routeSearch } from '@openhouse/contract';
import fc from 'fast-check';
import { remembering } from '../../../packages/server/src/gateway/http/remembering.ts';
import type { Target } from '../target.ts';

const REFUSALS = ['err_parameter_invalid', 'err_parse_resource_code_failed'];
const readers = [hotList, routeSearch].map(({ query }) => ({
  read: fieldReader(query),
  again: remembering(fieldReader(query)),
}));

const pieces = [
  'resource_code=A',
  'vr_code=B',
  'resource_code',
  'types',
  'types[]=a',
  'types[0]=b',
  'types=["a","b"]',
  'order_by=id+desc',
  'is_asc=1',
  'lang=zh',
  '__proto__=1',
  'constructor[prototype]=x',
  '&',
  '=',
  ';',
  ',',
  '+',
  '[',
  ']',
  '"',
  '\\',
  '%',
  '%00',
  '%2B',
  '%E4%BD%A0',
  '%ff',
  '%25',
  // What decodes to an escape.
  'resource_code=%2541',
  '%2526',
  '\u00e4',
];

/** The reader of queries and forms against URLSearchParams: a code that ours takes is the only one that the other sees. */
export const queries: Target = {
  name: 'queries',
  sources: ['/contract/src/wire/fields.ts', '/contract/src/wire/wire-forms.ts', '/contract/src/wire/near-miss.ts'],
  inputs: fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 8 })
    .chain((parts) =>
      fc
        .tuple(fc.constantFrom('&', ''), fc.constantFrom('resource_code=A&', ''))
        .map(([between, code]) => Buffer.from(code + parts.join(between), 'latin1')),
    ),
  pieces,
  judge(input) {
    const text = input.toString('latin1');
    return readers.map((reader) => judged(text, reader)).join(' | ');
  },
};

function judged(text: string, { read, again }: (typeof readers)[number]): string {
  const fields = fieldsOf(text, read);
  const second = [fieldsOf(text, again), fieldsOf(text, again)];
  deepStrictEqual(second, [fields, fields], 'read again it is something else');
  if (typeof fields === 'string') {
    equal(REFUSALS.includes(fields), true, `refused as ${fields}`);
    return fields;
  }
  for (const name of fields.ignored) match(name, /^(\(another\)|[A-Za-z0-9_.[\]-]{1,32})$/);
  // It would drop a question mark at the very beginning.
  const given = new URLSearchParams(`&${text}`);
  const codes = [...given.getAll('resource_code'), ...given.getAll('vr_code')].filter((code) => code !== '');
  deepStrictEqual([fields.values.resource_code], codes, 'another code than URLSearchParams sees');
  return fields.ignored.length === 0 ? 'taken' : 'taken, and some ignored';
}

/** @returns The status of a refusal. */
function fieldsOf(text: string, read: (text: string) => ReadFields): ReadFields | string {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof InputRefused) return error.status;
    throw error;
  }
}
