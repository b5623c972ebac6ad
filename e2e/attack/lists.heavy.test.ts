import {
  dashboardEndpoints,
  type GatewayEndpoint,
  gatewayEndpoints,
  type PortalEndpoint,
  portalEndpoints,
  vrInfo,
} from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyPublicText, ownVectors, publicListsMissing } from '../../packages/server/src/testing/corpora.ts';
import type { Envelope } from '../../packages/server/src/testing/envelope.ts';
import { expectSameRequests, expectUnharmed } from './agreement.ts';
import { type Attacked, attackedService, cannotAttack } from './attacked.ts';
import { callOf, type Tenant } from './tenants.ts';
import { openWire, requestText, sendOnce, type WireAnswer } from './wire.ts';

/** Attempts that are under way at once. */
const TOGETHER = 8;
/** Of the texts every so many is sent; ATTACK_EVERY leaves more of them out. */
const EVERY = Number(process.env.ATTACK_EVERY ?? 1);
/** Characters of a text that stand in an address: percent-encoded they stay within what nginx takes of a line. */
const TEXT_MAX = 500;
/** Bytes of a text that are sent as a body: a little beyond what the gateway takes. */
const BODY_MAX = 20_000;
/** Headers that say something to a careless reader. */
const HEADERS = [
  'User-Agent',
  'Referer',
  'X-Forwarded-Host',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Request-Id',
  'traceparent',
  'Accept-Language',
  'If-None-Match',
  'Cookie',
] as const;

/** In turn, so that each text of a list meets another one. */
const inTurn = <Item>(items: readonly Item[], at: number): Item => {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
};

describe.skipIf(cannotAttack || publicListsMissing)('every text of every public list (CORPORA_DIR)', () => {
  const known = publicListsMissing ? [] : everyPublicText();
  const texts = known.filter((_, at) => at % EVERY === 0);
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    ...ownVectors<{ content_type: string | null }>('content-type-vectors').flatMap(({ content_type }) =>
      content_type !== null && /^[ -~]+$/.test(content_type) ? [content_type] : [],
    ),
  ];
  let attacked: Attacked;
  let attacker: Tenant;
  let victim: Tenant;
  /** Names of headers that an answer has when nothing is wrong. */
  let usual: ReadonlySet<string>;
  beforeAll(async () => {
    attacked = await attackedService();
    [attacker, victim] = attacked.tenants;
    const answers = await Promise.all([
      ...attacked.gateways.map((surface) => sendOnce(surface, callOf(attacker, vrInfo))),
      ...attacked.gateways.map((surface) => sendOnce(surface, requestText('GET', '/nothing', ['Connection: close']))),
    ]);
    usual = new Set(answers.flatMap((answer) => Object.keys(answer?.headers ?? {})));
  });
  afterAll(() => attacked?.remove());

  async function each<Item>(items: readonly Item[], attempt: (item: Item, at: number) => Promise<void>): Promise<void> {
    const left = items.entries();
    await Promise.all(
      Array.from({ length: TOGETHER }, async () => {
        for (const [at, item] of left) await attempt(item, at);
      }),
    );
  }

  /** Headers that one answer may have and another not. */
  const SOMETIMES =
    /^(?:allow|retry-after|ratelimit|ratelimit-policy|www-authenticate|etag|vary|content-encoding|x-ignored-parameters|transfer-encoding)$/;

  /** An answer of the gateway that gives nothing of others, tells nothing of the inside and has no header of theirs. */
  function expectHarmless(answer: WireAnswer | undefined, about: string): void {
    const { status = 0, headers = {}, body = Buffer.alloc(0) } = answer ?? {};
    expect(status, `${about}: ${body.subarray(0, 500)}`).toBeGreaterThanOrEqual(200);
    expect(status, `${about}: ${body.subarray(0, 500)}`).toBeLessThan(500);
    const strange = Object.keys(headers).filter((name) => !usual.has(name) && !SOMETIMES.test(name));
    expect(strange, about).toEqual([]);
    expect(body.includes(victim.mark) || body.includes(victim.team), about).toBe(false);
    expect(body.toString(), about).not.toMatch(/node_modules|\/packages\/|root:.*:0:0:|\bat .*\.[jt]s:\d/);
    if (body.length > 0 && !body.includes('nginx')) {
      expect((JSON.parse(body.toString()) as Envelope).request_id, about).toBeTypeOf('string');
    }
  }

  /** The call of an operation with the text as one of its parameters, or as its body. */
  function callWith(endpoint: GatewayEndpoint, text: string, at: number): string {
    const target = attacker.targetOf(endpoint);
    if (endpoint.method === 'GET') {
      const [path = '', own = ''] = target.split('?');
      const query = new URLSearchParams(own);
      query.set(inTurn(Object.keys(endpoint.query.properties), at), text.slice(0, TEXT_MAX));
      return callOf(attacker, endpoint).replace(target, `${path}?${query}`);
    }
    const lines = [`Authorization: ${attacker.token}`, `Content-Type: ${inTurn(types, at)}`];
    return requestText(endpoint.method, target, lines, Buffer.from(text).subarray(0, BODY_MAX).toString());
  }

  const isAnswered = (answer: WireAnswer | undefined) => answer?.body.includes('"status":"success"') === true;

  test('as a parameter, or the body, of every operation', async () => {
    const [direct] = attacked.gateways;
    await each(texts, async ({ list, text }, at) => {
      // One connection for all: none of them may leave it out of step, but one whose body is too large ends it.
      const calls = gatewayEndpoints.map((endpoint, number) => callWith(endpoint, text, at + number));
      for (const [number, endpoint] of gatewayEndpoints.entries()) {
        if (endpoint.method === 'GET') continue;
        const answer = await sendOnce(direct, calls[number] ?? '', { method: endpoint.method });
        expectHarmless(answer, `${list}, ${endpoint.name}: ${JSON.stringify(text.slice(0, 200))}`);
        expect(isAnswered(answer), `${list}, ${endpoint.name}: ${text.slice(0, 200)}`).toBe(false);
      }
      const reads = gatewayEndpoints.flatMap((endpoint, number) =>
        endpoint.method === 'GET' ? [[endpoint, calls[number] ?? ''] as const] : [],
      );
      const wire = await openWire(direct);
      await wire.write(reads.map(([, call]) => call).join(''));
      const answers = await wire.read(reads.map(() => 'GET'));
      expect([answers.length, wire.rest.length], `${list}: ${text.slice(0, 200)}`).toEqual([reads.length, 0]);
      wire.destroy();
      for (const [number, answer] of answers.entries())
        expectHarmless(answer, `${list}, ${reads[number]?.[0].name}: ${JSON.stringify(text.slice(0, 200))}`);
    });
    await expectUnharmed(direct, victim, 'afterwards');
    const lists = new Set(known.map(({ list }) => list));
    expect(lists.size).toBeGreaterThan(40);
    console.log(`${texts.length} texts of ${lists.size} lists, each sent to ${gatewayEndpoints.length} operations`);
  });

  test('behind nginx, which counts as many requests as the gateway', async () => {
    await expectSameRequests(attacked, () =>
      each(texts, async ({ list, text }, at) => {
        const endpoint = inTurn(gatewayEndpoints, at);
        const call = callWith(endpoint, text, at);
        const answer = await sendOnce(attacked.gateways[1], call, { method: endpoint.method });
        expectHarmless(answer, `behind nginx, ${list}, ${endpoint.name}: ${JSON.stringify(text.slice(0, 200))}`);
      }),
    );
    await expectUnharmed(attacked.gateways[1], victim, 'afterwards');
  });

  test('as a header: the call is answered as ever, or refused', async () => {
    for (const surface of attacked.gateways) {
      await each(texts, async ({ list, text }, at) => {
        const name = inTurn(HEADERS, at);
        const value = text.slice(0, TEXT_MAX).replaceAll(/[\r\n]/g, ' ');
        const answer = await sendOnce(surface, callOf(attacker, vrInfo, [`${name}: ${value}`, 'Connection: close']));
        const about = `${surface.name}, ${list}, ${name}: ${JSON.stringify(value)}`;
        expectHarmless(answer, about);
        expect([200, 304, 400, 431], about).toContain(answer?.status);
        if (answer?.status === 200) expect(answer.body.includes(attacker.mark), about).toBe(true);
      });
    }
  });

  const all: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];
  const isEnding = ({ name }: PortalEndpoint) => /^(?:delete|suspend|remove|end|revoke)-/.test(name);
  const fieldsOf = ({ body }: PortalEndpoint) => Object.keys(body?.properties ?? {});

  /** Calls of the portal that take a text: in their path, their query or a field. */
  function placesOf(endpoint: PortalEndpoint): ((text: string) => { target: string; body: string })[] {
    const own: Readonly<Record<string, string>> = {
      id: attacker.team,
      app_key: attacker.app.appKey,
      resource_code: attacker.tour,
    };
    const params: Readonly<Record<string, string>> = { ...endpoint.example.params, ...own };
    const pathWith = (changed: Readonly<Record<string, string>>) =>
      endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent((changed[name] ?? params[name] ?? 'x').toWellFormed()),
      );
    const example = { ...endpoint.example.body };
    const body = endpoint.method === 'GET' ? '' : JSON.stringify(example);
    return [
      ...Object.keys(endpoint.params.properties).map((name) => (text: string) => ({
        target: pathWith({ [name]: text === '' ? ' ' : text }),
        body,
      })),
      ...Object.keys(endpoint.query?.properties ?? {}).map((name) => (text: string) => ({
        target: `${pathWith({})}?${new URLSearchParams({ [name]: text })}`,
        body,
      })),
      ...fieldsOf(endpoint).map((name) => (text: string) => ({
        target: pathWith({}),
        body: JSON.stringify({ ...example, [name]: text }),
      })),
    ];
  }

  test('in the path, the query or a field of the calls of the portal', async () => {
    const places = all
      .filter((endpoint) => !isEnding(endpoint) && endpoint.upload === undefined)
      .flatMap((endpoint) => placesOf(endpoint).map((place) => ({ endpoint, place })));
    const lines = [
      `Cookie: ${attacker.owner.browser.header(attacked.portal.direct)}`,
      `X-CSRF-Token: ${attacker.owner.csrf()}`,
      'Content-Type: application/json',
      'Connection: close',
    ];
    const statuses = new Set<number>();
    for (const [number, surface] of attacked.portals.entries()) {
      await each(texts, async ({ list, text }, at) => {
        const { endpoint, place } = inTurn(places, at * 7 + number);
        const { target, body } = place(text.slice(0, TEXT_MAX));
        const answer = await sendOnce(surface, requestText(endpoint.method, target, lines, body), {
          method: endpoint.method,
        });
        const about = `${surface.name}, ${list}, ${endpoint.name} ${target.slice(0, 300)} ${body.slice(0, 300)}`;
        statuses.add(answer?.status ?? 0);
        expect(answer?.status, `${about}: ${answer?.body}`).toBeGreaterThanOrEqual(200);
        expect(answer?.status, `${about}: ${answer?.body}`).toBeLessThan(500);
        expect(String(answer?.body), about).not.toMatch(/node_modules|\/packages\/server|root:.*:0:0:/);
        expect(answer?.body.includes(victim.mark), about).toBe(false);
      });
    }
    expect([200, 400, 404].filter((status) => !statuses.has(status))).toEqual([]);
    console.log(`${texts.length} texts in ${places.length} places of the portal, on each surface`);
  });

  test('afterwards everybody is who they were, and a line of the log is one object', async () => {
    for (const { owner, team } of attacked.tenants)
      expect((await owner.get('/api/me')).text).toContain(`"id":"${team}"`);
    for (const surface of attacked.gateways) {
      for (const tenant of attacked.tenants) await expectUnharmed(surface, tenant, surface.name);
    }
    const lines = attacked.service.said().split('\n').slice(0, -1);
    const logged = lines.slice(lines.findIndex((line) => line.startsWith('{'))).filter((line) => line !== '');
    for (const line of logged.filter((one) => one.startsWith('{'))) JSON.parse(line);
    expect(logged.length).toBeGreaterThan(texts.length);
  });
});
