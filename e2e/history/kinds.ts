import { sealAccessToken } from '../../packages/server/src/apps/access-token.ts';
import { basics } from '../../packages/server/src/tours/import/testing/bundle.ts';
import { zipArchive } from '../../packages/server/src/tours/import/testing/zip-archive.ts';
import type { Seen } from './history.ts';
import type { Answer, TwoNodes } from './nodes.ts';
import { type App, createTeam, type OwnedTeam, type Person, signIn } from './people.ts';

/** Something that one change turns from an old truth into a new one, again and again. */
export interface Subject {
  readonly name: string;
  /** Makes the old truth hold. */
  prepare(): Promise<void>;
  /** Resolves when the node has acknowledged it. */
  change(writer: number): Promise<void>;
  /** One read. Rejects when there is no answer. */
  read(node: number): Promise<Seen>;
}

export interface Kind {
  readonly name: string;
  readonly subjects: readonly Subject[];
  /**
   * How long a node other than the writer may show the old truth, in milliseconds: a second where it polls for changes (decisions 0015
   * and 0134), nothing where each request asks the database. The writer itself may at no time after it has answered.
   */
  readonly boundMs: number;
}

/** Decision 0134: on every node within a second. */
const POLLED_MS = 1000;
const TOKEN_LIFETIME_S = 24 * 60 * 60;
const OPERATOR = 'noor@example.com';
const PLANS = { narrow: 1_000_000, wide: 2_000_000 };
const BECAUSE = { reason: 'A trial' };
/** Sign-ins and imports at once while subjects are made. */
const MAKERS = 4;

/** @returns Kinds in groups: those of one group are tried at the same time. @param count Subjects of each kind. */
export async function makeKinds(nodes: TwoNodes, count: number): Promise<readonly (readonly Kind[])[]> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const operator = await signIn(nodes, OPERATOR);
  for (const [plan, callsPerMinute] of Object.entries(PLANS)) {
    await operator.post(0, `/api/operator/plans/${plan}`, { limits: { callsPerMinute }, ...BECAUSE });
  }
  const teams = await inTurns(numbers, MAKERS, (number) => teamWithTour(nodes, `owner-${number}@example.com`, 3));
  const others = await inTurns(numbers, MAKERS, (number) => teamWithTour(nodes, `other-${number}@example.com`, 1));
  const guests = await inTurns(numbers, MAKERS, (number) => signIn(nodes, `guest-${number}@example.com`));
  const of = <One>(list: readonly One[], subject: (one: One, number: number) => Subject) => list.map(subject);
  return [
    // First: what reads with the app that is left disabled below.
    [
      { name: 'secret retired', boundMs: POLLED_MS, subjects: of(teams, (team) => retiredSecret(nodes, team)) },
      {
        name: 'plan changed',
        boundMs: POLLED_MS,
        subjects: of(teams, (team, number) =>
          changedPlan(nodes, team, operator, number % 2 === 0 ? 'of Team' : 'itself'),
        ),
      },
      {
        name: 'tour removed or replaced',
        boundMs: POLLED_MS,
        subjects: of(teams, (team, number) =>
          number % 2 === 0 ? removedTour(nodes, team) : replacedTour(nodes, team),
        ),
      },
    ],
    [
      { name: 'app disabled', boundMs: POLLED_MS, subjects: of(teams, (team) => disabledApp(nodes, team)) },
      {
        name: 'app or Team suspended',
        boundMs: POLLED_MS,
        subjects: of(others, (team, number) => suspended(nodes, team, operator, number % 2 === 0 ? 'app' : 'team')),
      },
      { name: 'secret rotated at once', boundMs: POLLED_MS, subjects: of(teams, (team) => rotatedSecret(nodes, team)) },
    ],
    [
      { name: 'session ended', boundMs: 0, subjects: of(teams, (team, number) => endedSession(nodes, team, number)) },
      {
        name: 'member removed',
        boundMs: 0,
        subjects: of(teams, (team, number) => removedMember(team, guests[number])),
      },
    ],
  ];
}

/** Does something for each, a few at once. */
export async function inTurns<One, Made>(
  list: readonly One[],
  atOnce: number,
  make: (one: One, number: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  const left = list.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [number, one] of left) made[number] = await make(one, number);
    }),
  );
  return made;
}

/** A Team with apps, and a tour to read with them. */
interface TeamWithTour extends OwnedTeam {
  readonly code: string;
}

async function teamWithTour(nodes: TwoNodes, email: string, apps: number): Promise<TeamWithTour> {
  const team = await createTeam(nodes, email, apps);
  const code = `tour-${email.split('@')[0]}`;
  await importTour(team.owner, 0, code, 'A tour to read');
  return { ...team, code };
}

async function importTour(owner: Person, node: number, code: string, name: string): Promise<void> {
  const archive = zipArchive([{ name: 'vr-info.json', content: JSON.stringify(basics(code, { name })) }]);
  await owner.post(node, '/api/tours/imports?name=tour.zip', archive, 'application/zip');
}

/** What a node said of a tour to an app. */
interface Told {
  readonly status: string;
  readonly name: string | undefined;
  readonly answer: Answer;
}

function reading(nodes: TwoNodes, app: App, secretVersion: number, code: string): (node: number) => Promise<Told> {
  const claims = { appId: app.id, secretVersion, expireAtS: Math.floor(Date.now() / 1000) + TOKEN_LIFETIME_S };
  const authorization = sealAccessToken(claims, nodes.accessTokenKeys);
  return async (node) => {
    const address = `${nodes.gateway(node)}/open/v3/vr/info?resource_code=${code}`;
    const answer = await nodes.call(address, { headers: { authorization } });
    const { status, data } = JSON.parse(answer.body) as { status: string; data?: { name?: string } };
    return { status, name: data?.name, answer };
  };
}

/** An app that may read, until a change makes the gateway refuse it so. */
function refusedAs(refusal: string, { status }: Told): Seen {
  if (status === 'success') return 'old';
  if (status === refusal) return 'new';
  return status === 'err_unavailable' ? 'refused' : { other: status };
}

function appOf({ apps, id }: OwnedTeam, number: number): App {
  const app = apps[number];
  if (app === undefined) throw new Error(`Team ${id} has no app ${number}`);
  return app;
}

function disabledApp(nodes: TwoNodes, team: TeamWithTour): Subject {
  const app = appOf(team, 0);
  const read = reading(nodes, app, 1, team.code);
  const post = (node: number, what: string) => team.owner.post<void>(node, `/api/apps/${app.appKey}/${what}`);
  return {
    name: `app ${app.appKey}`,
    prepare: () => post(0, 'enable'),
    change: (writer) => post(writer, 'disable'),
    read: async (node) => refusedAs('err_app_disabled', await read(node)),
  };
}

function suspended(nodes: TwoNodes, team: TeamWithTour, operator: Person, what: 'app' | 'team'): Subject {
  const app = appOf(team, 0);
  const read = reading(nodes, app, 1, team.code);
  const at = what === 'app' ? `/api/operator/apps/${app.appKey}` : `/api/operator/teams/${team.id}`;
  return {
    name: what === 'app' ? `app ${app.appKey}` : `Team ${team.id}`,
    prepare: () => operator.post(0, `${at}/resume`, BECAUSE),
    change: (writer) => operator.post(writer, `${at}/suspend`, BECAUSE),
    read: async (node) => refusedAs('err_app_suspended', await read(node)),
  };
}

interface Versions {
  readonly secrets: readonly { readonly version: number }[];
}

/** The newest version of a secret. */
const newest = ({ secrets }: Versions) => Math.max(...secrets.map(({ version }) => version));

const REFUSED_TOKEN = 'err_access_token_invalid';

function rotatedSecret(nodes: TwoNodes, team: TeamWithTour): Subject {
  const app = appOf(team, 1);
  let version = 1;
  let read = reading(nodes, app, version, team.code);
  return {
    name: `secret of ${app.appKey}`,
    async prepare() {
      read = reading(nodes, app, version, team.code);
    },
    async change(writer) {
      const rotated = await team.owner.post<Versions>(writer, `/api/apps/${app.appKey}/secrets/rotate`, {
        overlapHours: 0,
      });
      version = newest(rotated);
    },
    read: async (node) => refusedAs(REFUSED_TOKEN, await read(node)),
  };
}

function retiredSecret(nodes: TwoNodes, team: TeamWithTour): Subject {
  const app = appOf(team, 2);
  const at = `/api/apps/${app.appKey}/secrets`;
  let version = 1;
  let read = reading(nodes, app, version, team.code);
  return {
    name: `secret of ${app.appKey}`,
    async prepare() {
      version = newest(await team.owner.post<Versions>(0, `${at}/rotate`, { overlapHours: 24 })) - 1;
      read = reading(nodes, app, version, team.code);
    },
    change: (writer) => team.owner.post(writer, `${at}/${version}/retire`),
    read: async (node) => refusedAs(REFUSED_TOKEN, await read(node)),
  };
}

/** The Team is given another plan; or the plan that it has, and nobody else, is changed. */
function changedPlan(nodes: TwoNodes, team: TeamWithTour, operator: Person, what: 'of Team' | 'itself'): Subject {
  const read = reading(nodes, appOf(team, 0), 1, team.code);
  const own = `own-${team.id}`;
  const give = (node: number, plan: string) =>
    operator.post<void>(node, `/api/operator/teams/${team.id}/plan`, { plan, ...BECAUSE });
  const setOwn = (node: number, callsPerMinute: number) =>
    operator.post<void>(node, `/api/operator/plans/${own}`, { limits: { callsPerMinute }, ...BECAUSE });
  return {
    name: `plan ${what} ${team.id}`,
    async prepare() {
      if (what === 'of Team') return give(0, 'narrow');
      await setOwn(0, PLANS.narrow);
      await give(0, own);
    },
    change: (writer) => (what === 'of Team' ? give(writer, 'wide') : setOwn(writer, PLANS.wide)),
    async read(node) {
      const { status, answer } = await read(node);
      if (status === 'err_unavailable') return 'refused';
      const quota = Number(/"app";q=(\d+)/.exec(String(answer.headers['ratelimit-policy']))?.[1]);
      if (quota === PLANS.narrow) return 'old';
      return quota === PLANS.wide ? 'new' : { other: `${status}, ${answer.headers['ratelimit-policy']}` };
    },
  };
}

function removedTour(nodes: TwoNodes, team: TeamWithTour): Subject {
  const code = `removed-${team.code}`;
  const read = reading(nodes, appOf(team, 0), 1, code);
  return {
    name: `tour ${code}`,
    prepare: () => importTour(team.owner, 0, code, 'Removed now and then'),
    change: (writer) => team.owner.post(writer, `/api/tours/${code}/remove`, { confirm: code }),
    read: async (node) => refusedAs('err_resource_not_found', await read(node)),
  };
}

function replacedTour(nodes: TwoNodes, team: TeamWithTour): Subject {
  const code = `replaced-${team.code}`;
  const read = reading(nodes, appOf(team, 0), 1, code);
  return {
    name: `tour ${code}`,
    prepare: () => importTour(team.owner, 0, code, 'old'),
    change: (writer) => importTour(team.owner, writer, code, 'new'),
    async read(node) {
      const { status, name } = await read(node);
      if (status === 'err_unavailable') return 'refused';
      return name === 'old' || name === 'new' ? name : { other: status };
    },
  };
}

/** What an answer of the portal says, or nothing where it could not say anything. */
function portalSeen({ status, body }: Answer, seen: (data: unknown) => Seen): Seen {
  if (status === 503) return 'refused';
  return status === 200 ? seen((JSON.parse(body) as { data: unknown }).data) : { other: `${status} ${body}` };
}

function endedSession(nodes: TwoNodes, team: OwnedTeam, number: number): Subject {
  let session = { cookie: '', id: '' };
  return {
    name: `session ${number}`,
    async prepare() {
      const { cookie } = await signIn(nodes, `owner-${number}@example.com`);
      const { body } = await team.owner.get(0, '/api/sessions');
      const { sessions } = (JSON.parse(body) as { data: { sessions: { id: string; isCurrent: boolean }[] } }).data;
      session = { cookie, id: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' };
    },
    change: (writer) => team.owner.post(writer, `/api/sessions/${session.id}/end`),
    async read(node) {
      const { cookie } = session;
      const answer = await nodes.call(`${nodes.portal(node)}/auth/get-user`, { headers: { cookie } });
      return portalSeen(answer, (data) => ((data as { isAuthenticated: boolean }).isAuthenticated ? 'old' : 'new'));
    },
  };
}

function removedMember({ owner, id }: OwnedTeam, guest: Person | undefined): Subject {
  if (guest === undefined) throw new Error(`nobody joins Team ${id}`);
  return {
    name: `member of ${id}`,
    async prepare() {
      const { token } = await owner.post<{ token: string }>(0, `/api/teams/${id}/invitations`, { role: 'member' });
      await guest.post(0, '/api/invitations/accept', { token });
    },
    change: (writer) => owner.post(writer, `/api/teams/${id}/members/${guest.userCode}/remove`),
    async read(node) {
      const answer = await guest.get(node, `/api/teams/${id}/members`);
      return answer.status === 404 ? 'new' : portalSeen(answer, () => 'old');
    },
  };
}
