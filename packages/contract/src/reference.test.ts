import { describe, expect, test } from 'vitest';
import { gatewayFailures } from './errors.ts';
import { gatewayEndpoints } from './gateway/index.ts';
import { portalFailures } from './portal/failures.ts';
import {
  errorsPage,
  failuresReference,
  operationPage,
  operationSamples,
  operationsPage,
  payloadFields,
} from './reference.ts';
import { fieldsOf } from './testing/schema-fields.ts';

const pageOf = (operation: string) => {
  const endpoint = gatewayEndpoints.find((candidate) => candidate.operation === operation);
  return endpoint === undefined ? '' : operationPage(endpoint);
};

describe.each(gatewayEndpoints.map((endpoint) => [endpoint.operation, endpoint] as const))(
  '%s',
  (_operation, endpoint) => {
    const section = operationPage(endpoint);

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
        expect(section).toMatch(new RegExp(`\`(\\S+\\.)?${name}\` \\| .* \\| ${escaped(description)} \\|`));
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
])('%s: %s', (operation, row) => expect(pageOf(operation)).toContain(row));

test.each(gatewayEndpoints)('every link to a shape on the page of $name has its heading', (endpoint) => {
  const text = operationPage(endpoint);
  const linked = [...text.matchAll(/\]\(#(\w+)\)/g)].map(([, anchor]) => anchor);
  const headings = [...text.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name.toLowerCase());
  expect(new Set(linked)).toEqual(new Set(headings));
});

test('the list of operations leads to the page of each', () => {
  for (const { name, operation, method, path } of gatewayEndpoints) {
    expect(operationsPage()).toContain(`| [${operation}](operations/${name}.md) | \`${method} ${path}\` |`);
  }
});

test.each(gatewayEndpoints)('the samples of $name name its call and hold no secret', (endpoint) => {
  const { typescript, ...others } = operationSamples(endpoint);
  expect(Object.keys(others)).toEqual(['shell', 'python', 'go', 'php', 'java']);
  for (const sample of Object.values(others)) expect(sample).toContain(endpoint.path);
  for (const sample of [typescript, ...Object.values(others)]) expect(sample).not.toMatch(/ohs_|oht_|Bearer/);
});

describe('the fields of a payload', () => {
  const tree = (name: string) => {
    const endpoint = gatewayEndpoints.find((candidate) => candidate.name === name);
    return payloadFields(endpoint?.data as never);
  };
  const at = (name: string, path: string) =>
    path
      .split('.')
      .reduce<ReturnType<typeof tree>[number] | undefined>(
        (field, part) => (field?.fields ?? tree(name)).find((one) => one.name === part),
        undefined,
      );

  test('say type, unit, presence and whether null is possible', () => {
    expect(at('vr-info', 'initial.longitude')).toMatchObject({ type: 'number', unit: 'radians', required: false });
    expect(at('vr-info', 'model.material_textures')).toMatchObject({
      type: 'string[]',
      required: false,
      nullable: true,
    });
    expect(at('access-token', 'expire_at')).toMatchObject({ unit: 'seconds since 1970', nullable: false });
    expect(at('vr-info', 'observers.position')).toMatchObject({ type: 'number[3]', unit: 'metres' });
  });

  test('end where a shape contains itself', () => {
    expect(at('group-tree', 'children')).toMatchObject({ type: 'GroupNode[]', again: 'GroupNode', fields: [] });
  });

  test('are those of the schema, each at its place', () => {
    for (const endpoint of gatewayEndpoints) {
      const paths: string[] = [];
      const walk = (fields: ReturnType<typeof tree>, above: string) => {
        for (const { name, type, fields: inner } of fields) {
          paths.push(`${above}${name}`);
          walk(inner, `${above}${name}${'[]'.repeat(type.split('[').length - 1)}.`);
        }
      };
      walk(payloadFields(endpoint.data as never), '');
      const expected = fieldsOf(endpoint.data).map(({ path }) => path);
      expect(new Set(paths.map((path) => path.replaceAll('[]', '')))).toEqual(
        new Set(expected.map((path) => path.replaceAll('[]', ''))),
      );
    }
  });
});

test('every row of every table has as many cells as its headings', () => {
  for (const text of [operationsPage(), ...gatewayEndpoints.map(operationPage)]) {
    for (const block of text.split('\n\n').filter((candidate) => candidate.startsWith('|'))) {
      const widths = block
        .trim()
        .split('\n')
        .map((line) => line.replaceAll('\\|', '').split('|').length);
      expect(new Set(widths).size).toBe(1);
    }
  }
});

const sectionOfError = (name: string) =>
  errorsPage()
    .split('\n### ')
    .find((section) => section.startsWith(`${name}\n`)) ?? '';

test.each(Object.entries(gatewayFailures))(
  '%s has a heading of its name, with its code, HTTP status, remedy and where it occurs',
  (status, failure) => {
    const section = sectionOfError(status);
    expect(section).toMatch(new RegExp(`^HTTP ${failure.httpStatus} · code ${failure.code} · .+$`, 'm'));
    expect(section).toContain(failure.message);
    expect(section).toContain(`**Remedy:** ${failure.advice}`);
  },
);

test.each(Object.entries(portalFailures))(
  '%s has a heading of its name, with HTTP status and remedy',
  (code, failure) => {
    expect(sectionOfError(code)).toContain(`HTTP ${failure.httpStatus}`);
    expect(sectionOfError(code)).toContain(`**Remedy:** ${failure.advice}`);
  },
);

test('every failure says where it can come from', () => {
  expect(failuresReference().filter(({ sources }) => sources.length === 0)).toEqual([]);
});
