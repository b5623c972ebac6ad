import { dashboardEndpoints, gatewayEndpoints, type PortalEndpoint, portalEndpoints } from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Attacked, attackedService, cannotAttack } from './attacked.ts';
import { callOf, type Tenant } from './tenants.ts';
import { requestText, sendOnce } from './wire.ts';

/** Attempts that are under way at once. */
const TOGETHER = 8;

/** Texts that a schema may let through and that a store, a number or an object takes for something else. */
const ODD_TEXTS: readonly string[] = [
  '\u0000',
  'a\u0000b',
  '/\u0000',
  'a\u0000@b',
  'a\ud800b',
  '\udfff',
  '\u202e\u2066',
  '',
  ' ',
  '..',
  '../..',
  '%',
  '%00',
  '%2e%2e',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  "' or '1'='1",
  '$1',
  '\\',
  '\r\nX: y',
  '0',
  '-1',
  '1e400',
  'NaN',
  // Beyond 2^31, 2^53 and 2^63.
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '9999999999999999999',
  '999999999',
  '99999999999999999.x',
  '99999999999999999~x~9999999999999999',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-31T25:61:61Z',
  'x'.repeat(22),
  'A'.repeat(43),
  '\u{1f3e0}'.repeat(64),
  'x'.repeat(5000),
];

/** What else may stand in JSON. */
const ODD_VALUES: readonly unknown[] = [
  ...ODD_TEXTS,
  ...ODD_TEXTS.slice(0, 6).map((text) => [text]),
  ['9999999999999999999'],
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53 + 2,
  1e308,
  [],
  {},
  [[]],
  [null],
  Array.from({ length: 1000 }, () => 'x'),
  { constructor: 'x', toString: 'x' },
  { __proto__: null, valueOf: 1 },
];

/** Bodies that are no object of fields, or that two readers read differently. */
const ODD_BODIES: readonly string[] = [
  '[]',
  'null',
  '"x"',
  '1',
  '{"__proto__":{"isOperator":true}}',
  '{"__proto__":null,"constructor":{"prototype":{"isOperator":true}}}',
  '{"name":"a","name":"b"}',
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '{"name":1e999}',
  '{"name":123456789012345678901234567890}',
  '\ufeff{}',
  '{}\u0000',
];

interface Attempt {
  readonly endpoint: PortalEndpoint;
  readonly target: string;
  readonly body: string;
}

describe.skipIf(cannotAttack)('values that no page would send', () => {
  let attacked: Attacked;
  let tenant: Tenant;
  beforeAll(async () => {
    attacked = await attackedService({ env: { OPERATORS: 'owner-1@attack.example' } });
    [tenant] = attacked.tenants;
  });
  afterAll(() => attacked?.remove());

  const all: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];
  const refusals = new Set<number>();

  /** Sends them as a page of the owner's does, and collects what the service took for its own fault. */
  async function faultsOf(attempts: readonly Attempt[]): Promise<string[]> {
    const faults: string[] = [];
    const left = [...attempts];
    const lines = [
      `Cookie: ${tenant.owner.browser.header(attacked.portal.direct)}`,
      `X-CSRF-Token: ${tenant.owner.csrf()}`,
      'Connection: close',
    ];
    const worker = async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) {
        const { endpoint, target, body } = one;
        const type = endpoint.upload?.mediaTypes[0] ?? 'application/json';
        const headers = endpoint.method === 'GET' ? lines : [...lines, `Content-Type: ${type}`];
        const answer = await sendOnce(attacked.portals[0], requestText(endpoint.method, target, headers, body), {
          method: endpoint.method,
        });
        const status = answer?.status ?? 0;
        refusals.add(status);
        if (status < 200 || status >= 500) faults.push(`${status} ${endpoint.name} ${cut(target)} ${cut(body)}`);
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, worker));
    return faults;
  }

  const own = (): Readonly<Record<string, string>> => ({
    id: tenant.team,
    app_key: tenant.app.appKey,
    resource_code: tenant.tour,
  });

  function targetOf(endpoint: PortalEndpoint, changed: Readonly<Record<string, string>> = {}): string {
    const params = { ...endpoint.example.params, ...own(), ...changed };
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(params[name] ?? 'x'));
    const query = Object.entries({ ...endpoint.example.query, ...changed }).filter(
      ([name]) => name in (endpoint.query?.properties ?? {}),
    );
    return `${path}${query.length > 0 ? '?' : ''}${query.map(([name, value]) => `${name}=${encoded(value)}`).join('&')}`;
  }

  /** The operator's own account and Team must live on. */
  const isEnding = ({ name }: PortalEndpoint) => /^(?:delete|suspend|remove|end|revoke)-/.test(name);
  const bodyOf = ({ example }: PortalEndpoint) => JSON.stringify(example.body ?? {});
  const fieldsOf = ({ body }: PortalEndpoint) => Object.keys(body?.properties ?? {});
  /** The example's fields, and one that nobody looks at, in thousands of levels. */
  const besideFields = (endpoint: PortalEndpoint) =>
    bodyOf(endpoint).replace(
      /\}$/,
      `${fieldsOf(endpoint).length > 0 ? ',' : ''}"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    );
  /** The example with one field, or one field of a field, in each odd way. */
  function changedBodies(endpoint: PortalEndpoint): object[] {
    const example = endpoint.example.body ?? {};
    return fieldsOf(endpoint).flatMap((name) => {
      const inner = example[name];
      const below = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? Object.keys(inner) : [];
      return ODD_VALUES.flatMap((value) => [
        { ...example, [name]: value },
        ...below.map((key) => ({ ...example, [name]: { ...(inner as object), [key]: value } })),
      ]);
    });
  }

  test('in a path', async () => {
    const attempts = all.flatMap((endpoint) =>
      Object.keys(endpoint.params.properties).flatMap((name) =>
        ODD_TEXTS.filter((text) => text !== '').map((text) => ({
          endpoint,
          target: targetOf(endpoint, { [name]: text }),
          body: endpoint.method === 'GET' ? '' : bodyOf(endpoint),
        })),
      ),
    );
    expect(await faultsOf(attempts)).toEqual([]);
    expect(attempts.length).toBeGreaterThan(1000);
  });

  test('in a query', async () => {
    const attempts = all.flatMap((endpoint) =>
      Object.keys(endpoint.query?.properties ?? {}).flatMap((name) =>
        ODD_TEXTS.map((text) => ({ endpoint, target: targetOf(endpoint, { [name]: text }), body: '' })),
      ),
    );
    expect(await faultsOf(attempts)).toEqual([]);
    expect(attempts.length).toBeGreaterThan(1000);
  });

  test('in a field', async () => {
    const attempts = all
      .filter((endpoint) => !isEnding(endpoint))
      .flatMap((endpoint) =>
        changedBodies(endpoint).map((body) => ({ endpoint, target: targetOf(endpoint), body: JSON.stringify(body) })),
      );
    expect(await faultsOf(attempts)).toEqual([]);
    expect(attempts.length).toBeGreaterThan(1000);
  });

  test('in place of the fields', async () => {
    const attempts = all
      .filter(({ method, upload }) => method === 'POST' && upload === undefined)
      .filter((endpoint) => !isEnding(endpoint) && fieldsOf(endpoint).length > 0)
      .flatMap((endpoint) =>
        [...ODD_BODIES, besideFields(endpoint)].map((body) => ({ endpoint, target: targetOf(endpoint), body })),
      );
    expect(await faultsOf(attempts)).toEqual([]);
  });

  test('in a parameter of the gateway', async () => {
    const { targetOf: ownTarget } = tenant;
    const statuses = new Set<number>();
    for (const endpoint of gatewayEndpoints) {
      const [path = '', own = ''] = ownTarget(endpoint).split('?');
      for (const name of Object.keys(endpoint.query.properties)) {
        for (const text of ODD_TEXTS) {
          const query = new URLSearchParams(own);
          query.set(name, text);
          const call = callOf(tenant, endpoint, ['Connection: close']).replace(ownTarget(endpoint), `${path}?${query}`);
          const answer = await sendOnce(attacked.gateways[0], call);
          statuses.add(answer?.status ?? 0);
          expect([answer?.status, answer?.body.toString()], `${endpoint.name} ${cut(query.toString())}`).toEqual([
            expect.toSatisfy((status) => status >= 200 && status < 500),
            expect.stringContaining('"request_id"'),
          ]);
        }
      }
    }
    expect(statuses.has(200)).toBe(true);
  });

  test('afterwards everybody is who they were', async () => {
    // Some were taken, and others refused: they came as far as they should.
    expect([200, 400, 404].filter((status) => !refusals.has(status))).toEqual([]);
    for (const { owner, team } of attacked.tenants) {
      const me = await owner.get('/api/me');
      expect(me.text).toContain(`"id":"${team}"`);
      expect(me.text.includes('"isOperator":true')).toBe(owner === tenant.owner);
    }
  });
});

/** As an address has it; half a character cannot stand in one. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Enough of it to find it again. */
const cut = (text: string): string => text.slice(0, 160);
