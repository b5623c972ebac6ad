import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gatewayEndpoints } from './gateway/index.ts';
import { legacyRedirects } from './portal/sign-in-routes.ts';
import { specFields } from './testing/spec-fields.ts';

/* docs/specification.md names what the contract declares, operation by operation and field by field. */

const page = readFileSync(join(import.meta.dirname, '../../../docs/specification.md'), 'utf8');
const sections = page.split(/\n(?=#{2,3} )/);
const section = (number: string) => sections.find((part) => part.startsWith(`### ${number} `)) ?? '';
const payloads = section('2.6').split(/\n(?=#### )/);

const namesIn = (text: string) => new Set(text.match(/\w+/g));
const missing = (names: readonly string[], text: string | undefined) =>
  names.filter((name) => !namesIn(text ?? '').has(name));

describe.each(gatewayEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (path, endpoint) => {
  const says = (part: string) => part.includes(` ${path}\``) || part.includes(`\`${path}\``);

  test('its method and parameters', () => {
    const described = [section('4.1'), section('4.3'), ...section('4.2').split('\n')].find(says);
    const inputs = [endpoint.query, ...(endpoint.body === undefined ? [] : [endpoint.body.schema])];
    expect(
      missing(
        inputs.flatMap(({ properties }) => Object.keys(properties)),
        described,
      ),
    ).toEqual([]);
    // All of section 4.2 is GET.
    if (endpoint.method === 'POST') expect(described).toContain(`\`POST ${path}\``);
  });

  test('the fields of its payload', () => {
    // What the specification leaves open has the fields of the room labels (decision 0005).
    const isOpen = endpoint.name === 'annotation-search';
    const described = isOpen
      ? `list ${payloads.find((part) => part.includes('model_room_labels'))}`
      : [section('2.5'), ...payloads][endpoint.name === 'access-token' ? 0 : payloads.findIndex(says) + 1];
    const paths = specFields[endpoint.name].trim().split(/\n+/);
    expect(
      missing(
        paths.flatMap((line) => line.split(' ')[0]?.match(/\w+/g) ?? []),
        described,
      ),
    ).toEqual([]);
  });
});

test('old addresses and where they lead', () => {
  const rows = section('4.5')
    .split('\n')
    .map((row) => row.match(/\/[\w/-]+/g) ?? []);
  const redirects = rows.flatMap((addresses) => addresses.slice(0, -1).map((old) => [old, addresses.at(-1)]));
  expect(Object.fromEntries(redirects)).toEqual(legacyRedirects);
});
