import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesOf, listOf, type ParameterForm, sentParameters } from './operation-field.tsx';

const parameter = (name: string, control: ParameterForm['control']): ParameterForm => ({
  name,
  control,
  isRequired: false,
  takes: '',
  choices: [],
  pattern: '',
  example: '',
});

test('lines become a list and lines again, whatever stands on them', () => {
  const anyLine = fc.string().filter((line) => !/[\n\r\0]/.test(line) && line !== '');
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 5 }), (lines) => {
      expect(entriesOf(listOf(lines.join('\n')))).toBe(lines.join('\n'));
    }),
  );
});

test.each([
  ['a.jpg\nb.jpg', 'a.jpg,b.jpg'],
  ['a, b.jpg\nc', '["a, b.jpg","c"]'],
  ['say "x"', '["say \\"x\\""]'],
])('%j is sent as %s', (lines, sent) => {
  expect(sentParameters([parameter('paths', 'list')], { paths: listOf(lines) })).toEqual({ paths: sent });
});

test('what is left empty is not sent, and no credential ever', () => {
  const parameters = [parameter('a', 'text'), parameter('types', 'list'), parameter('app_secret', 'credential')];
  expect(sentParameters(parameters, { a: '', types: ',', app_secret: 'x', other: 'y' })).toEqual({});
  expect(sentParameters(parameters, { a: '0', types: 'x,' })).toEqual({ a: '0', types: 'x' });
});
