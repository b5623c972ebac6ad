import { gatewayEndpoints, vrInfo } from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ownVectors,
  publicLines,
  publicListsMissing,
  publicRecords,
} from '../../packages/server/src/testing/corpora.ts';
import type { Envelope } from '../../packages/server/src/testing/envelope.ts';
import { damagedRequests } from '../../packages/server/src/testing/random-requests.ts';
import { expectSameRequests, expectUnharmed } from './agreement.ts';
import { type Attacked, attackedService, cannotAttack } from './attacked.ts';
import { framings } from './framing.ts';
import { sample } from './seed.ts';
import { callOf, type Tenant } from './tenants.ts';
import { openWire, requestText, type Surface, sendOnce, type WireAnswer } from './wire.ts';

/** Without a byte for so long it is taken that nothing more comes, in milliseconds. */
const QUIET_MS = 400;
/** Attempts that are under way at once. */
const TOGETHER = 8;
/** Random requests that each surface gets. */
const RANDOM = Number(process.env.ATTACK_RANDOM ?? 400);

describe.skipIf(cannotAttack)('bytes that no HTTP client would send', () => {
  let attacked: Attacked;
  let attacker: Tenant;
  let victim: Tenant;
  beforeAll(async () => {
    attacked = await attackedService();
    [attacker, victim] = attacked.tenants;
  });
  afterAll(() => attacked?.remove());

  const direct = () => attacked.gateways[0];
  const proxied = () => attacked.gateways[1];
  /** Runs attempts on both surfaces, a few at once; what goes through nginx is counted by both. */
  async function onBoth<Item>(items: readonly Item[], attempt: (item: Item, surface: Surface) => Promise<void>) {
    const all = async (surface: Surface) => {
      const left = [...items];
      const worker = async () => {
        for (let item = left.shift(); item !== undefined; item = left.shift()) await attempt(item, surface);
      };
      await Promise.all(Array.from({ length: TOGETHER }, worker));
    };
    await all(direct());
    await expectSameRequests(attacked, () => all(proxied()));
    for (const surface of attacked.gateways) await expectUnharmed(surface, victim, surface.name);
  }

  /** An answer that gives nothing: no data, no token, nothing broken. nginx may refuse with a page of its own. */
  function expectRefused(answer: WireAnswer | undefined, about: string): void {
    if (answer === undefined) return;
    const body = answer.body.toString();
    expect([400, 401, 403, 404, 405, 408, 413, 414, 415, 431, 501, 505], `${about}: ${body}`).toContain(answer.status);
    expect(body, about).not.toMatch(/mark-|oht_|ohs_|"success"/);
    if (body !== '' && answer.headers['content-type']?.startsWith('application/json')) {
      expect((JSON.parse(body) as Envelope).status, about).toMatch(/^err_/);
    } else if (body !== '') expect(body, about).toContain('nginx');
  }

  /** nginx answers 501 and 505 to codings and versions that it does not know. */
  function expectNothingBroken(status: number, about: string): void {
    if (![501, 505].includes(status)) expect(status, about).toBeLessThan(500);
  }

  test('every operation succeeds as it is meant to, on both ways', async () => {
    await onBoth(gatewayEndpoints, async (endpoint, surface) => {
      const answer = await sendOnce(surface, callOf(attacker, endpoint));
      expect([surface.name, endpoint.name, answer?.status]).toEqual([surface.name, endpoint.name, 200]);
    });
  });

  test("another Team's tour answers as one that there is not, on every operation", async () => {
    const about = (call: string, code: string) => call.replaceAll(attacker.tour, code);
    const none = `${'x'.repeat(victim.tour.length - 1)}9`;
    const own = gatewayEndpoints
      .map((endpoint) => callOf(attacker, endpoint))
      .filter((call) => call.includes(attacker.tour));
    // Ids and times of the one call.
    const shown = (answer: WireAnswer | undefined, code: string) => {
      const { request_id, trace_id, cost, ...rest } = JSON.parse(answer?.body.toString() ?? '{}') as Envelope;
      return [answer?.status, JSON.stringify(rest).replaceAll(code, 'CODE')];
    };
    await onBoth(own, async (call, surface) => {
      const theirs = await sendOnce(surface, about(call, victim.tour));
      expectRefused(theirs, `${surface.name} ${about(call, victim.tour)}`);
      expect(shown(theirs, victim.tour)).toEqual(shown(await sendOnce(surface, about(call, none)), none));
    });
    expect(own.length).toBeGreaterThan(10);
  });

  /** Paths that a lenient reader would take for an operation's. */
  function confusedPaths(path: string): string[] {
    const named = ownVectors<{ request_target: string }>('path-vectors')
      .map(({ request_target: target }) => target)
      .filter((target) => target.includes(vrInfo.path) && !target.startsWith(' ') && !target.startsWith('http'))
      .map((target) => target.replace(vrInfo.path, path));
    const [first = '', ...others] = path.slice(1).split('/');
    const rest = others.join('/');
    const made = [
      `/${first}/./${rest}`,
      `/${first}/x/../${rest}`,
      `/${first}/x/%2e%2e/${rest}`,
      `/${first}/%252e/${rest}`,
      `/${first}//${rest}`,
      `/${first}%2f${rest}`,
      `/${first};x/${rest}`,
      `/${first}\\${rest}`,
      `/%${first.charCodeAt(0).toString(16)}${first.slice(1)}/${rest}`,
      `${path}%00`,
      `${path}%0d%0a`,
      `${path}#x`,
      `${path};.json`,
      `${path}.json`,
      path.toUpperCase(),
    ];
    return [...new Set([...named, ...made])].filter((confused) => confused !== path);
  }

  test('no operation is reached by a path that is almost its own', async () => {
    const attempts = gatewayEndpoints.flatMap((endpoint) =>
      confusedPaths(endpoint.path).map((path) => ({ endpoint, path })),
    );
    await onBoth(attempts, async ({ endpoint, path }, surface) => {
      const bytes = callOf(attacker, endpoint, ['Connection: close']).replace(endpoint.path, path);
      const answer = await sendOnce(surface, bytes);
      const isFragment = path.endsWith('#x') && surface.name === 'behind nginx';
      // nginx drops a fragment, as RFC 9112, 3.2 has none: what it passes on is the operation's own path.
      if (!isFragment) expectRefused(answer, `${surface.name} ${path}`);
    });
    expect(attempts.length).toBeGreaterThan(400);
  });

  test('no operation is reached by another method, whatever headers or parameters say', async () => {
    const methods = [
      ...new Set([
        ...(publicListsMissing ? [] : publicLines('http1', 'fuzzdb-http-protocol-methods')),
        ...ownVectors<{ method: string }>('method-vectors').map(({ method }) => method),
        'GET',
        'POST',
      ]),
    ].filter((method) => /^[!-~]+$/.test(method));
    const attempts = gatewayEndpoints.flatMap((endpoint) =>
      methods
        .filter((method) => method !== endpoint.method && !(endpoint.method === 'GET' && method === 'HEAD'))
        .map((method) => ({ endpoint, method })),
    );
    await onBoth(attempts, async ({ endpoint, method }, surface) => {
      const override = [`X-HTTP-Method-Override: ${endpoint.method}`, `X-HTTP-Method: ${endpoint.method}`];
      const call = callOf(attacker, endpoint, [...override, 'Connection: close']);
      const bytes = call
        .replace(endpoint.method, method)
        .replace(' HTTP/1.1', `${call.includes('?') ? '&' : '?'}_method=${endpoint.method} HTTP/1.1`);
      const answer = await sendOnce(surface, bytes, { method, quietMs: 10_000 });
      expectRefused(answer, `${surface.name} ${method} ${endpoint.path}`);
    });
    expect(attempts.length).toBeGreaterThan(publicListsMissing ? 100 : 200);
  });

  /** Header lines in place of `Authorization: token`, none of which names the token as the contract says. */
  function otherForms(token: string): string[][] {
    const vectors = ownVectors<{ authorization: string; accept: boolean }>('authorization-vectors')
      .filter(
        ({ accept, authorization }) => !accept && authorization.includes('TOK') && /^[^()[\]]*$/.test(authorization),
      )
      .filter(({ authorization }) => !/expired|disabled|before|another|-one-|\+A/.test(authorization))
      .map(({ authorization }) => [`Authorization: ${authorization.replaceAll('TOK', token)}`]);
    return [
      ...vectors,
      [],
      ['Authorization:'],
      ['Authorization: '],
      [`Authorization: ${token.toLowerCase()}`],
      [`Authorization: ${token.slice(0, -1)}`],
      [`Authorization: ${token}A`],
      [`Authorization: ${token}=`],
      [`Authorization: ${encodeURIComponent(token).replace('_', '%5F')}`],
      [`Authorization: "${token}"`],
      [`Authorization: Basic ${Buffer.from(`${token}:`).toString('base64')}`],
      [`Authorization: bad`, `Authorization: ${token}`],
      [`Authorization: ${token}`, `Authorization: bad`],
      [`Authorization: ${token}`, `Authorization: ${token}`],
      [`Authorization : ${token}`],
      [`Authorization\t: ${token}`],
      [`X: x\r\n Authorization: ${token}`],
      [`Proxy-Authorization: ${token}`],
      [`X-Authorization: ${token}`],
      [`Access-Token: ${token}`],
      [`Cookie: svc_token=${token}; Authorization=${token}; access_token=${token}`],
    ];
  }

  test('no operation takes a token in another form or place', async () => {
    const guarded = gatewayEndpoints.filter(({ authentication }) => authentication === 'access-token');
    const attempts = guarded.flatMap((endpoint) => otherForms(attacker.token).map((lines) => ({ endpoint, lines })));
    await onBoth(attempts, async ({ endpoint, lines }, surface) => {
      const call = callOf(attacker, endpoint, ['Connection: close']);
      const bytes = call
        .replace(`Authorization: ${attacker.token}\r\n`, lines.map((line) => `${line}\r\n`).join(''))
        .replace(' HTTP/1.1', `${call.includes('?') ? '&' : '?'}access_token=${attacker.token} HTTP/1.1`);
      // A folded line belongs to the one before it.
      expectRefused(await sendOnce(surface, bytes), `${surface.name} ${endpoint.path} ${JSON.stringify(lines)}`);
    });
    expect(attempts.length).toBeGreaterThan(400);
  });

  /** Answers on one connection until it ends or is quiet. */
  async function conversation(surface: Surface, bytes: string | Buffer): Promise<WireAnswer[]> {
    const wire = await openWire(surface);
    await wire.write(bytes);
    // nginx takes a caller that ends its side for one that is gone.
    if (surface.name === 'direct') wire.end();
    const method = /^\s*HEAD /.test(bytes.toString()) ? 'HEAD' : 'GET';
    const answers = await wire.read([method, 'GET', 'GET', 'GET'], surface.name === 'direct' ? undefined : QUIET_MS);
    wire.destroy();
    return answers;
  }

  test('a request that hides where its body ends differently for two readers is never answered', async () => {
    const hidden = callOf(attacker, vrInfo);
    await onBoth(framings, async ({ name, of, isMendedByNginx }, surface) => {
      const { headers, body } = of(hidden);
      const lines = ['Content-Type: application/x-www-form-urlencoded', ...headers];
      const bytes = `${requestText('POST', '/auth/access_token', lines)}${body}`;
      const answers = await conversation(surface, bytes);
      const reached = answers.filter((answer) => answer.body.includes(attacker.mark));
      if (surface.name === 'direct' || isMendedByNginx === undefined) {
        expect(reached.length, `${surface.name}: ${JSON.stringify(name)}`).toBe(0);
      }
      for (const { status } of answers) expectNothingBroken(status, name);
      await expectUnharmed(surface, victim, name);
    });
    expect(framings.length).toBeGreaterThan(100);
  });

  test('one that follows a whole request is answered, also behind chunks and a GET', async () => {
    const follower = callOf(attacker, vrInfo);
    const form = 'a=b';
    const whole = [
      `${requestText('POST', '/auth/access_token', [], form)}`,
      `${requestText('POST', '/auth/access_token', ['Transfer-Encoding: chunked'])}1\r\na\r\n2;x=y\r\n=b\r\n0\r\n\r\n`,
      requestText('GET', '/nothing'),
    ];
    await onBoth(whole, async (first, surface) => {
      const answers = await conversation(surface, `${first}${follower}`);
      expect(answers.map(({ body }) => body.includes(attacker.mark))).toEqual([false, true]);
    });
  });

  test('two requests are two, wherever the network cuts them', async () => {
    const form = callOf(attacker, gatewayEndpoints[0]);
    const chunked = `${requestText('POST', '/auth/access_token', ['Transfer-Encoding: chunked', 'Content-Type: application/x-www-form-urlencoded'])}${attacker
      .bodyOf(gatewayEndpoints[0])
      .replaceAll(/.{40}/g, (part) => `28\r\n${part}\r\n`)
      .replace(/([^\n]{1,39})$/, (part) => `${part.length.toString(16)}\r\n${part}\r\n`)}0\r\n\r\n`;
    for (const first of [form, chunked]) {
      const bytes = Buffer.from(`${first}${callOf(attacker, vrInfo)}`);
      await onBoth(
        Array.from({ length: bytes.length - 1 }, (_, at) => at + 1),
        async (at, surface) => {
          const wire = await openWire(surface);
          await wire.write(bytes.subarray(0, at));
          await new Promise((resolve) => setImmediate(resolve));
          await wire.write(bytes.subarray(at));
          const [exchanged, read, ...more] = await wire.read(['POST', 'GET']);
          const about = `${surface.name}, cut after ${at} bytes of ${first.slice(0, 80)}`;
          expect([exchanged?.status, exchanged?.body.includes('oht_')], about).toEqual([200, true]);
          expect([read?.status, read?.body.includes(attacker.mark)], about).toEqual([200, true]);
          expect([more, wire.rest.length], about).toEqual([[], 0]);
          wire.destroy();
        },
      );
    }
  });

  test('random requests, damaged ones among them: each side counts the same, and nobody else notices', async () => {
    const random = sample(damagedRequests, RANDOM);
    await onBoth(random, async (bytes, surface) => {
      const hidden = callOf(attacker, vrInfo);
      const answers = await conversation(surface, Buffer.concat([bytes, Buffer.from(hidden)]));
      for (const { status, body } of answers) {
        expectNothingBroken(status, JSON.stringify(bytes.toString('latin1')));
        expect(body.includes(victim.mark)).toBe(false);
      }
    });
  });

  test.skipIf(publicListsMissing)('requests of the public list (skipped without CORPORA_DIR)', async () => {
    const requests = publicRecords<{ title: string; b64: string }>('http1/llhttp-requests.ndjson');
    await onBoth(requests, async ({ title, b64 }, surface) => {
      const bytes = Buffer.concat([Buffer.from(b64, 'base64'), Buffer.from('\r\n\r\n')]);
      for (const { status } of await conversation(surface, bytes)) {
        expectNothingBroken(status, `${surface.name}: ${title}`);
      }
      await expectUnharmed(surface, victim, title);
    });
  });
});
