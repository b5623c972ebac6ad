import { randomInt } from 'node:crypto';
import {
  type BotCheckChallenge,
  credentialScopes,
  dashboardEndpoints,
  explorerOperations,
  explorerPaths,
  type GatewayEndpoint,
  gatewayEndpoints,
  operatorEndpoints,
  type PortalEndpoint,
  portalEndpoints,
  TEAM_HEADER,
  TOUR_COVER_PATH,
  vrInfo,
} from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solved } from '../../packages/server/src/testing/dashboard-people.ts';
import { type Attacked, attackedService, cannotAttack } from './attacked.ts';
import { callOf, dataOf, type Tenant, targetAbout, until } from './tenants.ts';
import { requestText, type Surface, sendOnce, type WireAnswer } from './wire.ts';

/** Of nobody. */
const NOBODY = 9;

/** What a portal call may name, by the parameter's name; `{id}` by the part of the path before it. */
type Things = Readonly<Record<string, string>>;

/** A call of the portal, as far as asking needs it. */
type PortalCall = Pick<PortalEndpoint, 'name' | 'method' | 'path'> &
  Partial<Pick<PortalEndpoint, 'example' | 'upload' | 'scopes' | 'anyTeam'>>;
type Attempt = (surface: Surface, asker: Tenant, other: Tenant, lines: readonly string[]) => Promise<void>;
interface Asked {
  readonly named: Things;
  /** Headers that say who asks; those of a page when absent. */
  readonly lines?: readonly string[];
}
interface Answered {
  readonly status: number;
  /** Head and body, without times, ids of the one call and what was asked for. */
  readonly text: string;
}

const PARAMETER = /\/([\w-]+)\/\{(\w+)\}/g;
const parametersOf = ({ path }: PortalCall): string[] =>
  [...path.matchAll(PARAMETER)].map(([, before = '', name = '']) => (name === 'id' ? before : name));

/** Other ways to write what is another's, one's own in front of it or behind it among them. */
const SPELLINGS: readonly ((theirs: string, mine: string) => string)[] = [
  (theirs) => `${theirs}%00`,
  (theirs) => `${theirs}%20`,
  (theirs) => `%20${theirs}`,
  (theirs) => `${theirs}%0a`,
  (theirs) => `.%2f${theirs}`,
  (theirs, mine) => `${mine}%2f..%2f${theirs}`,
  (theirs, mine) => `${mine},${theirs}`,
  (theirs, mine) => `${mine}%00${theirs}`,
  (theirs) => `%22${theirs}%22`,
  (theirs) => `${theirs}'%20or%20'1'='1`,
  (theirs) => `${theirs}%25`,
  (theirs) => Array.from(theirs, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
  () => '%25',
  () => '_',
  () => '-1',
  () => 'null',
  () => '%ff',
  () => 'x'.repeat(5000),
];

describe.skipIf(cannotAttack)('three Teams, each asking for what the others have', () => {
  let attacked: Attacked;
  const things = new Map<Tenant, Things>();
  beforeAll(async () => {
    attacked = await attackedService();
    for (const tenant of attacked.tenants) things.set(tenant, await thingsOf(tenant, attacked.gateways[0]));
  });
  afterAll(() => attacked?.remove());

  const pairs = () =>
    attacked.tenants.flatMap((asker) =>
      attacked.tenants.filter((other) => other !== asker).map((other) => [asker, other] as const),
    );
  const nameable = gatewayEndpoints.filter(({ name }) => name !== 'access-token' && name !== 'vr-list');

  async function ask(surface: Surface, asker: Tenant, endpoint: GatewayEndpoint, number: number): Promise<string> {
    const bytes = callOf(asker, endpoint)
      .replace(asker.targetOf(endpoint), targetAbout(endpoint, number))
      .replace(`"tour-of-${asker.number}"`, `"tour-of-${number}"`);
    const answer = await sendOnce(surface, bytes);
    expectNothingOf(asker, answer);
    return comparable(answer, number);
  }

  function expectNothingOf(asker: Tenant, answer: WireAnswer | undefined): void {
    const whole = `${answer?.head}${answer?.body}`;
    for (const other of attacked.tenants) {
      if (other === asker) continue;
      for (const unseen of [other.mark, other.token, other.secret, other.team]) expect(whole).not.toContain(unseen);
    }
  }

  test.each([0, 1] as const)(
    "of every operation: another's and what there is not are answered alike: way %i",
    async (way) => {
      const surface = attacked.gateways[way];
      for (const endpoint of nameable) {
        for (const [asker, other] of pairs()) {
          const theirs = await ask(surface, asker, endpoint, other.number);
          expect(theirs, endpoint.name).toBe(await ask(surface, asker, endpoint, NOBODY));
          expect(theirs, endpoint.name).toMatch(/"status":"err_\w+_not_found"/);
        }
      }
      expect(nameable.length).toBeGreaterThan(15);
    },
  );

  test("an exchange with another's app key, or with their secret, is answered as one that nobody has", async () => {
    for (const surface of attacked.gateways) {
      for (const [asker, other] of pairs()) {
        const exchange = async (appKey: string, secret: string) => {
          const body = new URLSearchParams({ app_key: appKey, app_secret: secret }).toString();
          const type = 'Content-Type: application/x-www-form-urlencoded';
          return comparable(await sendOnce(surface, requestText('POST', '/auth/access_token', [type], body)), 0);
        };
        const nobodys = await exchange(unlike(asker.app.appKey), asker.secret);
        expect(nobodys).toMatch(/"status":"err_/);
        expect(await exchange(other.app.appKey, asker.secret)).toBe(nobodys);
        expect(await exchange(asker.app.appKey, other.secret)).toBe(nobodys);
      }
    }
  });

  const ofOperators: readonly PortalEndpoint[] = operatorEndpoints;
  const declared: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];
  const ofPeople = declared.filter((endpoint) => endpoint.access !== 'anyone' && !ofOperators.includes(endpoint));
  const calls: readonly PortalCall[] = [
    ...ofPeople,
    // What pages read of a tour beside the JSON calls.
    ...explorerOperations.map((operation) => ({
      name: `explorer-${operation}`,
      method: 'GET' as const,
      path: explorerPaths.operation.replace('{operation}', operation),
    })),
    { name: 'explorer-asset', method: 'GET', path: explorerPaths.asset.replace('*', 'open.png') },
    { name: 'tour-cover', method: 'GET', path: TOUR_COVER_PATH },
  ];

  /** What a call of the portal answers, without what names the things that it was asked for. */
  async function callPortal(surface: Surface, asker: Tenant, endpoint: PortalCall, asked: Asked): Promise<Answered> {
    const { named, lines = pageOf(asker) } = asked;
    const path = endpoint.path.replaceAll(
      PARAMETER,
      (_, before: string, name: string) => `/${before}/${named[name === 'id' ? before : name]}`,
    );
    const texts = JSON.stringify(endpoint.example?.body ?? {})
      .replaceAll('ohk_3mWvZ1bq8TnKx5RcJ7dYfA', named.app_key ?? '')
      .replaceAll('demo-loft', named.resource_code ?? '')
      .replaceAll('Demo Team', named.team_name ?? '')
      .replaceAll('Viewing room', named.app_name ?? '');
    const body = JSON.parse(texts) as Record<string, unknown>;
    if (endpoint.name === 'reveal-secret') {
      body.botCheck = await solved(dataOf<BotCheckChallenge>(await asker.owner.get('/api/bot-check/challenge')));
    }
    const sent = endpoint.method === 'GET' ? '' : JSON.stringify(body);
    const type = endpoint.upload?.mediaTypes[0] ?? 'application/json';
    const headers = [...lines, 'Connection: close', ...(sent === '' ? [] : [`Content-Type: ${type}`])];
    const answer = await sendOnce(surface, requestText(endpoint.method, path, headers, sent));
    const whole = `${answer?.head}${answer?.body}`;
    for (const other of attacked.tenants) {
      if (other === asker) continue;
      // What somebody names themselves may be in the answer; nothing else of others is.
      const own = [other.mark, other.secret, other.token, `owner-${other.number}@`];
      for (const unseen of own) expect(whole.includes(unseen), `${path}: ${whole.slice(0, 2000)}`).toBe(false);
    }
    const text = Object.values(named)
      .filter((value) => value.length > 3)
      .reduce((rest, value) => rest.replaceAll(value, '#'), comparable(answer, 0));
    return { status: answer?.status ?? 0, text };
  }

  /** What a page of somebody's sends, about the Team that it shows. */
  const pageOf = ({ owner }: Tenant): string[] => [
    `Cookie: ${owner.browser.header(attacked.portal.direct)}`,
    `X-CSRF-Token: ${owner.csrf()}`,
  ];
  const programOf = (tenant: Tenant): string[] => [`Authorization: Bearer ${things.get(tenant)?.credential_token}`];
  const inTeam = (lines: readonly string[], team = ''): string[] => [...lines, `${TEAM_HEADER}: ${team}`];

  // A listener has the name that it gives itself.
  const naming = calls.filter(
    (endpoint) => parametersOf(endpoint).some((name) => name !== 'listener') || endpoint.name === 'call-operation',
  );

  /** Both surfaces, each pair of Teams, both ways to name who asks; a bot check takes seconds of work, so it is asked for less. */
  async function eachAsker(endpoint: PortalCall, attempt: Attempt, asked = pairs()): Promise<void> {
    const isCostly = endpoint.name === 'reveal-secret';
    for (const surface of isCostly ? attacked.portals.slice(0, 1) : attacked.portals) {
      for (const [asker, other] of isCostly ? asked.slice(0, 1) : asked) {
        await attempt(surface, asker, other, pageOf(asker));
        if (endpoint.scopes !== undefined) await attempt(surface, asker, other, programOf(asker));
      }
    }
  }

  test.each(naming.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s of the portal: another's and what there is not are answered alike",
    async (_, endpoint) => {
      const own = parametersOf(endpoint);
      // All of it theirs; and each thing of theirs below what is the asker's own.
      const choices = own.length > 1 ? [own, ...own.map((name) => [name])] : [[...own, 'app_key']];
      await eachAsker(endpoint, async (surface, asker, other, lines) => {
        for (const chosen of choices) {
          // Versions are numbers of an app's own: the first is everybody's.
          if (chosen.length === 1 && chosen[0] === 'version') continue;
          const [mine, theirs] = [things.get(asker) ?? {}, things.get(other) ?? {}];
          const withTheirs = { ...mine, ...pick(theirs, [...chosen, 'team_name', 'app_name']) };
          const nobodys = Object.fromEntries(chosen.map((name) => [name, unlike(theirs[name])]));
          const answered = await callPortal(surface, asker, endpoint, { named: withTheirs, lines });
          const none = await callPortal(surface, asker, endpoint, { named: { ...withTheirs, ...nobodys }, lines });
          const about = `${surface.name}: ${chosen} of Team ${other.number} asked by Team ${asker.number}`;
          expect(answered, about).toEqual(none);
          expect([400, 403, 404, 409], `${about}: ${answered.text}`).toContain(answered.status);
        }
      });
    },
  );

  test.each(naming.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s of the portal: no spelling of another's is taken for it",
    async (_, endpoint) => {
      const isBody = endpoint.name === 'call-operation';
      const own = isBody ? ['app_key'] : parametersOf(endpoint).filter((name) => name !== 'version');
      const attempt: Attempt = async (surface, asker, other, lines) => {
        if (endpoint.name === 'reveal-secret') return;
        const [mine, theirs] = [things.get(asker) ?? {}, things.get(other) ?? {}];
        for (const spelling of SPELLINGS) {
          const spelt = Object.fromEntries(own.map((name) => [name, spelling(theirs[name] ?? '', mine[name] ?? '')]));
          const named = { ...mine, ...pick(theirs, ['team_name', 'app_name']), ...spelt };
          const answered = await callPortal(surface, asker, endpoint, { named, lines });
          expect(isRefused(answered), `${surface.name} ${JSON.stringify(spelt)}: ${answered.text}`).toBe(true);
        }
      };
      // Whose thing it is makes no difference to how it is spelt.
      await eachAsker(endpoint, attempt, pairs().slice(0, 1));
    },
  );

  test.each(calls.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s of the portal in the name of another Team: as of one that there is not',
    async (_, endpoint) => {
      await eachAsker(endpoint, async (surface, asker, other, lines) => {
        if (endpoint.name === 'reveal-secret' || endpoint.anyTeam) return;
        const [mine, theirs] = [things.get(asker) ?? {}, things.get(other) ?? {}];
        // Theirs in their Team, so that taking the header for granted succeeds.
        const own = parametersOf(endpoint);
        const named = { ...mine, ...pick(theirs, [...own, 'app_key', 'team_name', 'app_name']) };
        const answered = await callPortal(surface, asker, endpoint, { named, lines: inTeam(lines, other.team) });
        const none = await callPortal(surface, asker, endpoint, { named, lines: inTeam(lines, unlike(other.team)) });
        expect(answered, `${surface.name}: Team ${other.number} asked by Team ${asker.number}`).toEqual(none);
        expect([400, 403, 404, 409], answered.text).toContain(answered.status);
      });
    },
  );

  test('what was asked for is there for whom it is: the same reads of their own succeed', async () => {
    for (const surface of attacked.portals) {
      for (const asker of attacked.tenants) {
        const named = things.get(asker) ?? {};
        for (const endpoint of naming.filter(({ method }) => method === 'GET')) {
          const { status, text } = await callPortal(surface, asker, endpoint, { named });
          // The suite's tours have no cover picture.
          if (endpoint.name !== 'tour-cover') expect(status, `${endpoint.name} of ${asker.number}: ${text}`).toBe(200);
        }
      }
    }
  });

  test('afterwards each Team has what it had', async () => {
    for (const tenant of attacked.tenants) {
      const { owner, team, app, tour } = tenant;
      expect((await owner.get(`/api/apps/${app.appKey}`)).text).toContain('"state":"live"');
      expect((await owner.get(`/api/teams/${team}/members`)).text).toContain(`owner-${tenant.number}@attack.example`);
      expect((await owner.get('/api/tours')).text).toContain(tour);
      const { credentials, invitation, webhooks } = things.get(tenant) ?? {};
      expect((await owner.get('/api/credentials')).text).toContain(credentials);
      expect((await owner.get('/api/webhooks')).text).toContain(`"id":"${webhooks}"`);
      expect((await owner.get(`/api/teams/${team}/members`)).text).toContain(invitation);
      // Nobody else is named by what was done in the Team.
      const audit = (await owner.get('/api/audit')).text;
      for (const other of attacked.tenants) if (other !== tenant) expect(audit).not.toContain(`Owner ${other.number}`);
      for (const endpoint of nameable) {
        const answer = await sendOnce(attacked.gateways[0], callOf(tenant, endpoint));
        expect([endpoint.name, answer?.status]).toEqual([endpoint.name, 200]);
      }
    }
  });
});

/** Makes one of each thing that a call can name. */
async function thingsOf(tenant: Tenant, gateway: Surface): Promise<Things> {
  const { owner, team, app, tour, number } = tenant;
  const me = dataOf<{ userCode: string }>(await owner.get('/api/me'));
  const { invitation } = dataOf<{ invitation: { id: string } }>(
    await owner.post(`/api/teams/${team}/invitations`, { role: 'viewer' }),
  );
  const { credential, token } = dataOf<{ credential: { id: string }; token: string }>(
    await owner.post('/api/credentials', { name: 'ci', scopes: credentialScopes }),
  );
  const { webhook } = dataOf<{ webhook: { id: string } }>(
    await owner.post('/api/webhooks', { url: 'https://integrator.example/hook', events: [] }),
  );
  const { delivery } = dataOf<{ delivery: { id: string } }>(await owner.post(`/api/webhooks/${webhook.id}/test`, {}));
  const { sessions } = dataOf<{ sessions: { id: string }[] }>(await owner.get('/api/sessions'));
  const called = (await sendOnce(gateway, callOf(tenant, vrInfo)))?.headers['x-request-id'] ?? '';
  await until('the call is counted', async () => {
    return (await owner.get(`/api/calls/${called}`)).status === 200 ? true : undefined;
  });
  return {
    teams: team,
    team_name: `Team ${number}`,
    app_key: app.appKey,
    app_name: `App ${number}`,
    user_code: me.userCode,
    invitation: invitation.id,
    credentials: credential.id,
    credential_token: token,
    webhooks: webhook.id,
    delivery: delivery.id,
    sessions: sessions[0]?.id ?? '',
    request_id: called,
    resource_code: tour,
    version: '1',
    warnings: '1',
  };
}

/** What cannot be parsed the gateway refuses with 200; the calls that pages make about a tour pass that on. */
const isRefused = ({ status, text }: Answered): boolean =>
  [400, 403, 404, 405, 409, 414].includes(status) || (status === 200 && text.includes('"status":"err_'));

const pick = (from: Things, names: readonly string[]): Things =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? '']));

/** An id of the same form that nobody has: another character of the same kind for each, but where a form has its beginning and end. */
function unlike(id = ''): string {
  if (/^\d+$/.test(id)) return String(800_000_000 + randomInt(100_000_000));
  const another = (letter: string) => {
    const kind = KINDS.find((letters) => letters.includes(letter)) ?? letter;
    return kind[randomInt(kind.length)] ?? letter;
  };
  const changed = `${id.slice(0, 4)}${Array.from(id.slice(4, -1), another).join('')}${id.slice(-1)}`;
  return changed === id ? unlike(id) : changed;
}
const KINDS = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const withoutIds = (text: string): string =>
  text.replaceAll(/"(request_id|trace_id)":"[^"]*"/g, '"$1":"#"').replaceAll(/"cost":\d+/g, '"cost":0');

/** Everything of an answer that may not differ; what was asked for is named in it by its number alone. */
function comparable(answer: WireAnswer | undefined, number: number): string {
  const head = (answer?.head ?? '')
    .split('\r\n')
    .filter((line) => !/^(date|x-request-id|content-length|etag):/i.test(line));
  return `${head.join('\n')}\n${withoutIds(answer?.body.toString() ?? '')}`
    .replaceAll(`of-${number}`, 'of-#')
    .replaceAll(`4${number}0`, '4#0');
}
