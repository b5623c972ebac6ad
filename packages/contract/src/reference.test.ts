import { describe, expect, test } from 'vitest';
import { gatewayFailures } from './errors.ts';
import { gatewayEndpoints } from './gateway/index.ts';
import { errorsPage, operationsPage } from './reference.ts';
import { fieldsOf } from './testing/schema-fields.ts';

const operations = operationsPage();
/** The part of the page between one operation's heading and the next. */
const sectionOf = (operation: string) =>
  operations.split('\n## ').find((section) => section.startsWith(`${operation}\n`)) ?? '';

describe.each(gatewayEndpoints.map((endpoint) => [endpoint.operation, endpoint] as const))(
  '%s',
  (operation, endpoint) => {
    const section = sectionOf(operation);

    test('is described with its method, path and failures', () => {
      expect(section).toContain(`\`${endpoint.method} ${endpoint.path}\``);
      expect(section).toContain(endpoint.description);
      for (const status of endpoint.failures) expect(section).toContain(`\`${status}\``);
    });

    test('lists what it takes, and says what is required', () => {
      for (const name of Object.keys(endpoint.query.properties)) {
        const required = (endpoint.query.required ?? ([] as readonly string[])).includes(name as never);
        expect(section).toContain(`| \`${name}\` | ${required ? 'required' : 'optional'} |`);
      }
    });

    test('explains every field of its payload, here or under a shape', () => {
      for (const { path, description } of fieldsOf(endpoint.data)) {
        const name = path.split('.').at(-1);
        expect(operations).toMatch(new RegExp(`\`(\\S+\\.)?${name}\` \\| .* \\| ${escaped(description)} \\|`));
      }
    });
  },
);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

test.each([
  ['VR basic data', '| `observers` | [Observer](#observer)[] | may be missing |'],
  ['VR basic data', '| `model.material_textures` | string[] or null | may be missing |'],
  ['Combined VR tree', '| `transform` | object or string[] | may be missing |'],
  ['Combined VR tree', '| `children` | [GroupNode](#groupnode)[] | always |'],
  ['Route guidance', '| `list` | [Route](#route)[] | always |'],
])('%s: %s', (operation, row) => expect(sectionOf(operation)).toContain(row));

test('every link to a shape has its heading', () => {
  const linked = [...operations.matchAll(/\]\(#(\w+)\)/g)].map(([, anchor]) => anchor);
  const headings = [...operations.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name.toLowerCase());
  expect(new Set(linked)).toEqual(new Set(headings));
});

test('every row of every table has as many cells as its headings', () => {
  for (const text of [operations, errorsPage()]) {
    for (const block of text.split('\n\n').filter((candidate) => candidate.startsWith('|'))) {
      const widths = block
        .trim()
        .split('\n')
        .map((line) => line.replaceAll('\\|', '').split('|').length);
      expect(new Set(widths).size).toBe(1);
    }
  }
});

test.each(Object.entries(gatewayFailures))(
  '%s has a row with its code, HTTP status, advice and where it occurs',
  (status, failure) => {
    const row =
      errorsPage()
        .split('\n')
        .find((line) => line.startsWith(`| \`${status}\``)) ?? '';
    expect(row).toContain(`| ${failure.code} | ${failure.httpStatus} |`);
    expect(row).toContain(failure.advice);
    expect(row).toMatch(/\| [^|]+ \|$/);
  },
);
