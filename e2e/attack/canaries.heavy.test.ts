import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type BotCheckChallenge,
  dashboardEndpoints,
  filePrivatePresign,
  gatewayEndpoints,
  type PortalEndpoint,
  portalEndpoints,
} from '@openhouse/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Config, secretNames } from '../../packages/server/src/config/config.ts';
import { solved } from '../../packages/server/src/testing/dashboard-people.ts';
import { type FaultyOidc, type OidcFault, startFaultyOidc } from '../../packages/server/src/testing/faulty-oidc.ts';
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../../packages/server/src/testing/postgres-server.ts';
import { folderWith } from '../../packages/server/src/testing/processes.ts';
import { bodyOf, startSmtp, type TestSmtp } from '../../packages/server/src/testing/smtp.ts';
import { startUpstream, type UpstreamServer } from '../../packages/server/src/testing/upstream-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { freePorts, openhouse } from '../service.ts';
import { written } from './agreement.ts';
import { type Attacked, attackedService, cannotAttack } from './attacked.ts';
import { type Canary, encodings, findCanaries } from './canaries.ts';
import { callOf, dataOf, type Person, signedIn, type Tenant, until } from './tenants.ts';
import { requestText, sendOnce, type WireAnswer } from './wire.ts';

const run = promisify(execFile);
/** Characters that logs, addresses and pages each escape. */
const AWKWARD = '"\\<&é+ ';
/** Characters of a cookie that says more than yes or no. */
const COOKIE_LEAST = 16;
const newSecret = (name: string) => `${name}-${randomBytes(24).toString('hex')}`;

type SecretSetting = (typeof secretNames)[number];
/** Addresses of databases: one reader and one owner for all of them. */
const LIKE_DATABASE_URL = ['DATABASE_SERVICE_URL', 'DATABASE_GATEWAY_URL', 'DATABASE_READ_URL'] as const;
type Given = Exclude<SecretSetting, (typeof LIKE_DATABASE_URL)[number]>;

/** What a provider does with a code and the client's secret at hand, instead of answering well. */
const BROKEN_PROVIDERS: Readonly<Record<string, NonNullable<OidcFault['token']>>> = {
  breaks: (response) => void response.destroy(),
  refuses: (response) =>
    void response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: 'invalid_client', error_description: 'wrong client' })),
};

/** A server whose log says as much as an administrator can have it say: every statement with what it is given. */
const TALKATIVE = [
  'logging_collector=on',
  'log_rotation_size=0',
  'log_statement=all',
  'log_min_duration_statement=0',
  'log_parameter_max_length_on_error=-1',
  'log_error_verbosity=verbose',
  'log_min_messages=debug1',
  'log_connections=on',
  'log_lock_waits=on',
  'track_activity_query_size=1MB',
  'shared_preload_libraries=pg_stat_statements,auto_explain',
  'pg_stat_statements.track=all',
  'pg_stat_statements.track_utility=on',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_verbose=on',
  'auto_explain.log_nested_statements=on',
];

/** Where the design means a secret to be read: by whom it is for, once. Anything else is a leak. */
const SHOWN: readonly (readonly [place: string, canary: RegExp])[] = [
  ['the answer to the creation of a webhook', /^webhook secret$/],
  ["the answer to the rotation of a webhook's secret", /^second webhook secret$/],
  ['the answer to the creation of a credential', /^credential$/],
  ['the answer to an invitation', /^invitation$/],
  ['the answer to an invitation by mail', /^invitation by mail$/],
  ['the mails', /^invitation by mail$/],
  ['the answer to a reveal', /^second app secret$/],
  // Within one second both are the same link.
  ['the answer to a presign, direct', /^signature /],
  ['the answer to a presign, behind nginx', /^signature /],
];

describe.skipIf(cannotAttack)('no secret is read where it need not be', () => {
  let attacked: Attacked;
  let tenant: Tenant;
  let provider: FaultyOidc;
  let smtp: TestSmtp;
  let upstream: UpstreamServer;
  let receiver: WebhookReceiver;
  let postgres: PostgresServer;
  const canaries = new Map<string, Canary>();
  const keep = (name: string, secret: string, more: Omit<Canary, 'name' | 'secret'> = {}) => {
    canaries.set(name, { name, secret, ...more });
    return secret;
  };
  /** Whatever somebody could read afterwards, by where. */
  const places = new Map<string, string>();
  const note = (place: string, text: string) => void places.set(place, `${places.get(place) ?? ''}\n${text}`);

  beforeAll(async () => {
    const [closed = 0] = await freePorts(1);
    [postgres, provider, smtp, upstream, receiver] = await Promise.all([
      startPostgres(postgresPrograms() ?? '', TALKATIVE),
      startFaultyOidc(),
      startSmtp({
        onAuth: ({ username, password }, _session, done) =>
          password === canaries.get('SMTP_URL')?.secret ? done(null, { user: username }) : done(new Error('who?')),
      }),
      startUpstream(),
      startWebhookReceiver(),
    ]);
    // The heads of chains are refused, which is logged.
    receiver.answer = ({ path }, response) => void response.writeHead(path.startsWith('/heads') ? 500 : 204).end();
    const { env, chooseWho } = await whatIsSecret(closed);
    attacked = await attackedService({ env, chooseWho, serverUrl: postgres.url });
    [tenant] = attacked.tenants;
    keep('DATABASE_URL', decodeURIComponent(new URL(attacked.databaseUrl).password));
    await liveThrough();
  });
  afterAll(async () => {
    await attacked?.remove();
    upstream?.close();
    await Promise.all([provider?.close(), smtp?.stop(), receiver?.stop(), postgres?.stop()]);
  });

  /** Settings whose secrets are known, and people of a provider whose tokens are. */
  async function whatIsSecret(closed: number) {
    const secret = (name: Given) => keep(name, newSecret(name.toLowerCase()), { isRandom: true });
    const awkward = (name: Given) => keep(name, `${newSecret(name.toLowerCase())}${AWKWARD}`);
    const key = (name: Given) => {
      const bytes = keep(name, randomBytes(32).toString('base64url'), { isRandom: true, isBytes: true });
      return `1:${bytes}`;
    };
    const smtpAddress = new URL(smtp.url);
    smtpAddress.username = 'openhouse';
    smtpAddress.password = encodeURIComponent(awkward('SMTP_URL'));
    const settings: Record<Exclude<Given, 'DATABASE_URL'>, string> = {
      // Nobody is there, which is logged again and again.
      REDIS_URL: `redis://:${encodeURIComponent(awkward('REDIS_URL'))}@127.0.0.1:${closed}`,
      ACCESS_TOKEN_KEYS: key('ACCESS_TOKEN_KEYS'),
      APP_SECRET_PEPPER: key('APP_SECRET_PEPPER').slice(2),
      LINK_KEYS: key('LINK_KEYS'),
      COOKIE_SECRETS: key('COOKIE_SECRETS'),
      SESSION_SEALING_KEYS: key('SESSION_SEALING_KEYS'),
      APP_SECRET_SEALING_KEYS: key('APP_SECRET_SEALING_KEYS'),
      OIDC_CLIENT_SECRET: awkward('OIDC_CLIENT_SECRET'),
      UPSTREAM_APPS_TOKEN: secret('UPSTREAM_APPS_TOKEN'),
      BOT_CHECK_SECRET: secret('BOT_CHECK_SECRET'),
      NOTIFY_WEBHOOK_URL: `${receiver.url}/notify/${secret('NOTIFY_WEBHOOK_URL')}`,
      SMTP_URL: smtpAddress.href.replace(/\/$/, ''),
      AUDIT_HEADS_TO: `${receiver.url}/heads?token=${secret('AUDIT_HEADS_TO')}`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secret('OTEL_EXPORTER_OTLP_HEADERS')}`,
    };
    const env = {
      ...settings,
      LOG_LEVEL: 'trace',
      // So that Redis is asked.
      APP_LIMIT_PER_MINUTE: '1000000',
      IDENTITY_PROVIDER: 'oidc',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'openhouse',
      UPSTREAM_APPS_URL: upstream.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${closed}`,
      MAIL_FROM: 'Openhouse <portal@attack.example>',
      ALLOW_INSIDE_HOSTS: '127.0.0.1',
    };
    const chooseWho: Attacked['portal']['chooseWho'] = async (_browser, begun, { email, name }) => {
      const login = newSecret(email.slice(0, email.indexOf('@')));
      const claims = { email, name, email_verified: true };
      provider.faults.set(login, { claims, idToken: claims });
      keep(`the provider's token of ${email}`, `token-of-${login}`);
      const callback = provider.callback(begun, login);
      for (const part of ['state', 'code']) {
        const value = new URL(callback).searchParams.get(part) ?? '';
        keep(`${part} of the sign-in of ${email}`, value);
      }
      return callback;
    };
    return { env, chooseWho };
  }

  /** A day of a Team: everything that has to do with secrets, well and badly. */
  async function liveThrough(): Promise<void> {
    const { owner, team, app } = tenant;
    for (const { secret, token, number } of attacked.tenants) {
      keep(`app secret of ${number}`, secret);
      keep(`token of ${number}`, token);
    }
    const { post } = noting(owner);
    await post('the answer to a rotation', `/api/apps/${app.appKey}/secrets/rotate`, { overlapHours: 24 });
    const challenge = dataOf<BotCheckChallenge>(await owner.get('/api/bot-check/challenge'));
    const botCheck = await solved(challenge);
    const reveal = await post('the answer to a reveal', `/api/apps/${app.appKey}/secrets/2/reveal`, { botCheck });
    keep('second app secret', dataOf<{ secret: string }>(reveal).secret);
    await post('a reveal with a check that was used', `/api/apps/${app.appKey}/secrets/2/reveal`, { botCheck });
    await post('a call of the console', '/api/console/calls', {
      app_key: app.appKey,
      operation: 'vr-info',
      parameters: { resource_code: tenant.tour },
    });
    await post('an exchange of the console', '/api/console/calls', {
      app_key: app.appKey,
      operation: 'access-token',
      parameters: {},
    });

    const url = `${receiver.url}/hook`;
    const hook = await post('the answer to the creation of a webhook', '/api/webhooks', { url, events: [] });
    const { webhook, secret } = dataOf<{ webhook: { id: string }; secret: string }>(hook);
    keep('webhook secret', secret);
    const next = await post(
      "the answer to the rotation of a webhook's secret",
      `/api/webhooks/${webhook.id}/secret/rotate`,
      { overlapHours: 24 },
    );
    keep('second webhook secret', dataOf<{ secret: string }>(next).secret);
    await post('a test of a webhook', `/api/webhooks/${webhook.id}/test`, {});

    const made = await post('the answer to the creation of a credential', '/api/credentials', {
      name: 'ci',
      scopes: ['tours:read', 'apps:read'],
    });
    const credential = keep('credential', dataOf<{ token: string }>(made).token);
    for (const path of ['/api/tours', '/api/webhooks', '/api/credential']) {
      for (const authorization of [`Bearer ${credential}`, `Bearer ${credential}x`, credential]) {
        const answer = await fetch(`${attacked.portal.direct}${path}`, { headers: { authorization } });
        note(`${path} for the credential`, await answer.text());
      }
    }

    const byMail = { role: 'viewer', mailTo: 'vi@attack.example' };
    await post('the answer to an invitation by mail', `/api/teams/${team}/invitations`, byMail);
    const invited = await post('the answer to an invitation', `/api/teams/${team}/invitations`, { role: 'viewer' });
    const token = keep('invitation', dataOf<{ token: string }>(invited).token);
    const guest = await signedIn(attacked.portal, 'guest@attack.example', 'Guest');
    await noting(guest).post('the answer to an acceptance', '/api/invitations/accept', { token });
    await noting(guest).post('the answer to a second acceptance', '/api/invitations/accept', { token });

    await secretsInWrongPlaces();
    await readEverything(owner);
    const mail = await until('a mail', async () => smtp.taken.find(({ to }) => to === byMail.mailTo));
    keep('invitation by mail', /#([\w-]{16,})/.exec(bodyOf(mail))?.[1] ?? '');
    await until('a webhook', async () => receiver.received.find(({ path }) => path === '/hook'));
    const [first, ...others] = attacked.tenants;
    keepCookies({
      owner: first.owner,
      guest,
      ...Object.fromEntries(others.map((one) => [`owner ${one.number}`, one.owner])),
    });
    await collect();
  }

  /** Every cookie that anybody was ever given, what lasted a moment and what was replaced since as well. */
  function keepCookies(people: Readonly<Record<string, Person>>): void {
    for (const [who, { browser }] of Object.entries(people)) {
      for (const [name, values] of browser.everSet) {
        for (const [at, value] of [...values].filter((one) => one.length >= COOKIE_LEAST).entries()) {
          keep(`cookie ${name} ${at + 1} of ${who}`, value);
        }
      }
    }
  }

  /** Somebody whose answers are places. */
  const noting = (person: Person) => ({
    post: async (place: string, path: string, body: object) => {
      const answer = await person.post(path, body);
      note(place, answer.text);
      return answer;
    },
  });

  async function secretsInWrongPlaces(): Promise<void> {
    const { token, secret, app, owner } = tenant;
    const told = (place: string, answer: WireAnswer | undefined) => note(place, `${answer?.head}\n${answer?.body}`);
    const [gateway] = attacked.gateways;
    for (const endpoint of gatewayEndpoints) {
      const call = callOf(tenant, endpoint);
      // An exchange that succeeds gives what it is asked for.
      const ofToken = endpoint.authentication === 'access-token';
      const damages: Readonly<Record<string, string>> = {
        ...(ofToken && {
          Bearer: call.replace(token, `Bearer ${token}`),
          'a cut token': call.replace(token, token.slice(0, -1)),
        }),
        'damaged bytes': call.replace('Host:', 'Host :'),
        'its secret in the path': call.replace(endpoint.path, `/${secret}/${token}`),
        'its secret as a parameter': call.replace(
          endpoint.path,
          `${endpoint.path}?app_secret=${secret}&token=${token}&x=`,
        ),
        'its secret in other headers': call.replace(
          'Host:',
          `User-Agent: ${secret}\r\nX-Request-Id: ${token}\r\ntraceparent: ${token}\r\nReferer: https://x.example/?t=${token}\r\nCookie: a=${token}\r\nHost :`,
        ),
      };
      for (const [how, bytes] of Object.entries(damages))
        told(`${endpoint.name} with ${how}`, await sendOnce(gateway, bytes));
    }
    const form = (body: string, type = 'application/x-www-form-urlencoded') =>
      requestText('POST', '/auth/access_token', [`Content-Type: ${type}`], body);
    const bodies = [
      form(`app_key=${app.appKey}&app_secret=${secret.slice(0, -4)}AAAA`),
      form(`app_key=${secret}&app_secret=${app.appKey}`),
      form(`app_key=${app.appKey}&app_secret=${secret}&app_secret=${secret}`),
      form(`app_key=${app.appKey}&secret=${secret}`),
      form(`{"app_secret":"${secret}`, 'application/json'),
      form(`app_secret=${secret}`, 'text/plain'),
    ];
    for (const [at, body] of bodies.entries()) told(`exchange ${at}`, await sendOnce(gateway, body));
    for (const body of [{ secret }, { token: secret }, { userCode: secret }, { name: secret.repeat(3) }]) {
      for (const path of [
        '/api/invitations/accept',
        '/api/teams',
        '/api/command-line/sign-ins/find',
        '/api/webhooks',
        `/api/${secret}`,
      ]) {
        // What a body has too much of is not told back, either.
        await noting(owner).post(`a secret sent to ${path.replace(secret, '…')}`, path, body);
      }
    }
    const callback = `${attacked.portal.direct}/auth/sign-in-callback?code=${secret}&state=${token}`;
    const refused = await owner.browser.go(callback);
    note('a callback of nobody', `${refused.status} ${refused.headers.get('location')} ${await refused.text()}`);
    for (const [name, fault] of Object.entries(BROKEN_PROVIDERS)) {
      const { location } = await begun();
      const login = newSecret(name);
      provider.faults.set(login, { token: fault });
      keep(`code of a provider that ${name}`, `${login} ${new URL(location).searchParams.get('nonce')}`);
      const answer = await owner.browser.go(
        provider.callback(location, login).replace(attacked.portal.known, attacked.portal.direct),
      );
      note(
        `a sign-in at a provider that ${name}`,
        `${answer.status} ${answer.headers.get('location')} ${await answer.text()}`,
      );
    }
  }

  async function begun() {
    const asked = await tenant.owner.browser.go(`${attacked.portal.direct}/auth/sign-in`);
    return { location: asked.headers.get('location') ?? '' };
  }

  /** Every page and every read that names no secret by its purpose. */
  async function readEverything({ get, browser }: Person): Promise<void> {
    const all: readonly PortalEndpoint[] = [...portalEndpoints, ...dashboardEndpoints];
    const params: Record<string, string> = {
      app_key: tenant.app.appKey,
      id: tenant.team,
      resource_code: tenant.tour,
      version: '1',
    };
    for (const { method, path, name } of all) {
      if (method !== 'GET') continue;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, param: string) => params[param] ?? '1');
      note(`${name} of the portal`, (await get(filled)).text);
    }
    for (const path of ['/', '/docs', '/dashboard/apps', '/dashboard/console', '/nothing', '/status']) {
      const answer = await browser.go(`${attacked.portal.direct}${path}`);
      note(`the page ${path}`, `${[...answer.headers].join('\n')}\n${await answer.text()}`);
    }
    for (const surface of attacked.gateways) {
      const answer = await sendOnce(surface, callOf(tenant, filePrivatePresign));
      note(`the answer to a presign, ${surface.name}`, String(answer?.body));
      const links = JSON.parse(String(answer?.body)) as { data: { presigned_urls: string[] } };
      const link = new URL(links.data.presigned_urls[0] ?? '');
      keep(`signature ${surface.name}`, link.searchParams.get('signature') ?? '');
      // Used well, and with a letter too many.
      for (const target of [`${link.pathname}${link.search}`, `${link.pathname}${link.search}A`]) {
        const file = await sendOnce(surface, requestText('GET', target));
        note(`a file by its link, ${surface.name}`, `${file?.head}\n${file?.body}`);
      }
    }
  }

  async function collect(): Promise<void> {
    const { service, databaseUrl } = attacked;
    await written(attacked);
    for (const path of ['metrics', 'readyz', 'livez'])
      note(path, await (await fetch(`${service.operatorUrl}/${path}`)).text());
    for (const mail of smtp.taken) note('the mails', `${mail.raw}\n${bodyOf(mail)}`);
    for (const { body } of receiver.received) note('the bodies of webhooks', body);
    for (const command of [['doctor', '--json'], ['doctor'], ['keys', 'check'], ['status']]) {
      const said = await run(process.execPath, [openhouse, ...command], { env: service.env }).catch(
        (failed: { stdout: string; stderr: string }) => failed,
      );
      note(`openhouse ${command.join(' ')}`, `${said.stdout}${said.stderr}`);
    }
    const dump = join(folderWith('pg_dump') ?? '', 'pg_dump');
    note('a dump of the database', (await run(dump, ['--dbname', databaseUrl], { maxBuffer: 2 ** 30 })).stdout);
    await whatPostgresTells(databaseUrl);
    note('demo.json', await readFile(join(service.dataDirectory, 'demo.json'), 'utf8'));
    note('the log', service.said());
  }

  /** What PostgreSQL's administrator reads: its log, the statements of each connection and those that it counts. */
  async function whatPostgresTells(databaseUrl: string): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const told = async (place: string, sql: string) => {
      const { rows } = await client.query<{ text: string }>(
        `select string_agg(text, E'\n') as text from (${sql}) as told`,
      );
      note(place, rows[0]?.text ?? '');
    };
    await client.query('create extension pg_stat_statements');
    await told('the connections of PostgreSQL', 'select query as text from pg_stat_activity');
    await told('the statements of PostgreSQL', 'select query as text from pg_stat_statements');
    await told('the log of PostgreSQL', 'select pg_read_file(pg_current_logfile()) as text');
    await client.end();
  }

  test('a secret is found in whatever form it is written', () => {
    const canary: Canary = { name: 'it', secret: `${newSecret('x')}${AWKWARD}` };
    for (const [how, encode] of Object.entries(encodings)) {
      for (const text of encode(canary.secret)) {
        expect(findCanaries([canary], new Map([['here', `before ${text} behind`]])), how).toHaveLength(1);
      }
    }
    for (const before of ['', 'a', 'ab', 'abc']) {
      const whole = Buffer.from(`${before}${canary.secret} and more`);
      for (const form of ['base64', 'base64url', 'hex'] as const) {
        expect(findCanaries([canary], new Map([['here', whole.toString(form)]])), form).toHaveLength(1);
      }
    }
    const escaped = Array.from(canary.secret, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const percent = Buffer.from(canary.secret).toString('hex').replaceAll(/../g, '%$&');
    const html = Array.from(canary.secret, (letter) => `&#${letter.charCodeAt(0)};`).join('');
    for (const text of [escaped.join(''), percent, html]) {
      expect(findCanaries([canary], new Map([['here', text]])), text).toHaveLength(1);
    }
    expect(findCanaries([canary], new Map([['here', newSecret('x')]]))).toEqual([]);
  });

  test('every secret setting has a value that is looked for, or is read like one that has', () => {
    const known: readonly string[] = [...canaries.keys(), ...LIKE_DATABASE_URL];
    expect((secretNames as readonly (keyof Config)[]).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('whatever the day brought is there to be read', () => {
    for (const [place, text] of places) expect(text.trim().length, place).toBeGreaterThan(0);
    for (const [name, { secret }] of canaries) expect(secret.length, name).toBeGreaterThan(15);
    expect(canaries.size).toBeGreaterThan(35);
    expect(places.size).toBeGreaterThan(150);
    expect(places.get('the log')?.includes('"msg":"call"'), 'the log').toBe(true);
    expect(places.get('openhouse doctor')?.includes('Redis'), 'openhouse doctor').toBe(true);
    expect(places.get('the statements of PostgreSQL')?.includes('app_secret'), 'the statements of PostgreSQL').toBe(
      true,
    );
    expect(places.get('the log of PostgreSQL')?.includes(`'${tenant.app.appKey}'`), 'the log of PostgreSQL').toBe(true);
    expect(places.get('a dump of the database')?.includes(tenant.app.appKey), 'a dump of the database').toBe(true);
    expect(places.get('the bodies of webhooks')?.includes('"text"'), 'the bodies of webhooks').toBe(true);
    expect(places.get('the mails')?.includes('vi@attack.example'), 'the mails').toBe(true);
  });

  test('none is read in any of it, but where it is shown to whom it is for', () => {
    const finds = findCanaries([...canaries.values()], places);
    const isShown = ({ place, canary }: { readonly place: string; readonly canary: string }) =>
      SHOWN.some(([where, what]) => where === place && what.test(canary));
    expect(finds.filter((find) => !isShown(find))).toEqual([]);
    // What is shown is found: the search sees these answers.
    expect(
      SHOWN.filter(([where, what]) => !finds.some(({ place, canary }) => place === where && what.test(canary))),
    ).toEqual([]);
    console.log(
      `canaries: ${canaries.size} secrets in ${places.size} places, ${finds.length} shown where they are meant to be, 0 elsewhere`,
    );
  });
});
