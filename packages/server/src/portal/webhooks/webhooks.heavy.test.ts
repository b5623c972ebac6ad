import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, inject, test } from 'vitest';
import type { Database } from '../../kernel/database/database.ts';
import { migrate } from '../../kernel/database/migrate.ts';
import { openDatabase } from '../../kernel/database/open-database.ts';
import { inTransaction } from '../../kernel/database/transaction.ts';
import { createTeam } from '../../testing/database.ts';
import { createEmptyDatabase } from '../../testing/postgres-template.ts';
import { programOf } from '../../testing/program.ts';
import type { WebhookOrder } from '../../testing/webhook-process.main.ts';
import { standardSignature, startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { insertEndpoint, reserveEndpoint } from './store.ts';
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';

// 2,000 events for eight receivers, each of which fails half of its calls in its own way, while the processes that send are killed
// 50 times. Waits between tries are shortened by moving what waits to now.
const KILLS = 50;
const PROCESSES = 2;
const TOURS = 25;
const EVENTS_OF_A_TOUR = 10;
const LEASE_S = 3;
const ATTEMPT_MS = 500;
/** Where nobody may be told: an address of this machine that is not allowed. */
const INSIDE = '127.0.0.2';

const serverUrl = inject('postgresUrl');
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

type Answer = WebhookReceiver['answer'];
/** How a receiver fails; the rest of the time it takes what comes. */
const failing: Readonly<Record<string, (canary: string) => Answer>> = {
  'refuses connections': () => (_call, response) => void response.writeHead(204).end(),
  hangs: () => () => undefined,
  'drips its answer': () => (_call, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 50);
    response.once('close', () => clearInterval(drip));
  },
  'answers 500': () => (_call, response) => void response.writeHead(500).end('no'),
  'answers 410': () => (_call, response) => void response.writeHead(410).end(),
  'redirects inside': (canary) => (_call, response) => void response.writeHead(307, { location: canary }).end(),
  'answers without an end, and a failure': () => (_call, response) => {
    response.writeHead(503);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  'resets the connection in its answer': () => (_call, response, request) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half', () => request.socket.resetAndDestroy());
  },
};

interface Hook {
  readonly way: string;
  readonly receiver: WebhookReceiver;
  readonly secret: string;
  readonly teamId: string;
  /** By its tour: numbers of the events it has taken, in their order. */
  readonly taken: Map<string, number[]>;
}

test.skipIf(serverUrl === null)(
  '2,000 events: each is taken at least once, in the order of its tour, and nothing leads inside',
  async () => {
    const databaseUrl = await createEmptyDatabase(serverUrl ?? '');
    const database = await openDatabase({ url: databaseUrl, maxConnections: 8, statementTimeoutMs: 20_000 });
    stops.push(() => database.close());
    await migrate(database);
    const key = randomBytes(32);
    const random = fc.sample(fc.boolean(), { seed: 29, numRuns: 200_000 });
    let at = 0;
    const fails = () => {
      at = (at + 1) % random.length;
      return random[at] === true;
    };

    const canary = await startCanary();
    const hooks: Hook[] = [];
    for (const [way, make] of Object.entries(failing)) {
      const receiver = await startWebhookReceiver();
      stops.push(receiver.stop);
      const hook = await createHook(database, key, way, receiver, receiver.url);
      const fail = make(canary.url);
      receiver.answer = (call, response, request) => {
        if (way !== 'refuses connections' && fails()) return fail(call, response, request);
        expect(call.signatures).toContain(standardSignature(hook.secret, call));
        response.writeHead(204).end(() => take(hook, call.body));
      };
      hooks.push(hook);
    }
    const refusing = hooks.find(({ way }) => way === 'refuses connections')?.receiver;
    // One whose address is inside, and one whose name is: each would be told the same events.
    const inside = await startWebhookReceiver();
    stops.push(inside.stop);
    const leadingInside = [
      await createHook(database, key, 'address inside', inside, canary.url),
      await createHook(database, key, 'name inside', inside, `http://inside.example:${canary.port}/hook`),
    ];

    const outcomes: Record<string, number> = {};
    const order: WebhookOrder = {
      databaseUrl,
      key: key.toString('hex'),
      leaseS: LEASE_S,
      attemptMs: ATTEMPT_MS,
      allowedHosts: ['127.0.0.1'],
      address: INSIDE,
    };
    const program = await programOf(new URL('../../testing/webhook-process.main.ts', import.meta.url));
    const start = () => {
      const child = fork(program, { execArgv: [] });
      child.on('message', ({ outcome, reason }: { outcome: string; reason: string }) => {
        const named = reason === '' ? outcome : `${outcome}: ${reason}`;
        outcomes[named] = (outcomes[named] ?? 0) + 1;
      });
      child.send(order);
      return child;
    };
    const running: ChildProcess[] = Array.from({ length: PROCESSES }, start);
    stops.push(() => Promise.all(running.map(kill)));

    const queueing = (async () => {
      for (let n = 1; n <= EVENTS_OF_A_TOUR; n += 1)
        for (let tour = 0; tour < TOURS; tour += 1)
          for (const { teamId } of [...hooks, ...(tour === 0 ? leadingInside : [])]) {
            const text = "select queue_webhook($1, 'tour.replaced', $2, $3)";
            const facts = { resource_code: `tour-${tour}`, n };
            // What happens while a webhook is stopped is never sent to it: an owner has started it before each event.
            await inTransaction(
              database,
              async (transaction) => {
                await transaction.query(
                  'update webhook_endpoint set stopped_at = null, stopped_by_receiver = false where team_id = $1',
                  [teamId],
                );
                await transaction.query(text, [teamId, `tour:tour-${tour}`, facts]);
              },
              { team: '*' },
            );
          }
    })();
    let killed = 0;
    const waiting = async () => {
      const [row] = await all<{ n: number }>(
        database,
        'select count(*)::int as n from webhook_delivery where done_at is null and team_id <> all ($1)',
        [leadingInside.map(({ teamId }) => teamId)],
      );
      return row?.n ?? 0;
    };
    for (let round = 0; killed < KILLS || (await waiting()) > 0; round += 1) {
      await pause(200);
      // Owners start what answered 410; time goes by for what waits, not for what is leased.
      await all(database, 'update webhook_endpoint set stopped_at = null, stopped_by_receiver = false');
      await all(
        database,
        `update webhook_delivery set free_at = clock_timestamp()
          where done_at is null and problem is not null and free_at > clock_timestamp() + make_interval(secs => $1)`,
        [LEASE_S + 1],
      );
      if (refusing !== undefined && round % 5 === 0) await (round % 10 === 0 ? refusing.close() : refusing.open());
      if (killed < KILLS && round % 5 === 4) {
        const victim = killed % PROCESSES;
        await kill(running[victim] as ChildProcess);
        running[victim] = start();
        killed += 1;
      }
      if (killed === KILLS) await refusing?.open();
    }
    await queueing;

    const events = hooks.length * TOURS * EVENTS_OF_A_TOUR;
    let [taken, repeated, late] = [0, 0, 0];
    for (const { taken: tours } of hooks)
      for (const numbers of tours.values()) {
        const first = numbers.filter((n, index) => numbers.indexOf(n) === index);
        expect(first).toEqual(Array.from({ length: EVENTS_OF_A_TOUR }, (_, index) => index + 1));
        taken += first.length;
        repeated += numbers.length - first.length;
        late += numbers.filter((n, index) => index > 0 && n < (numbers[index - 1] ?? 0)).length;
      }
    const calls = Object.fromEntries(hooks.map(({ way, receiver }) => [way, receiver.received.length]));
    console.info({ events, taken, repeated, late, killed, inside: canary.connections, calls, outcomes });
    expect([events, taken, killed, canary.connections, inside.received.length]).toEqual([2000, 2000, KILLS, 0, 0]);
    expect(outcomes['postponed: inside']).toBeGreaterThan(0);
    expect(outcomes.broken).toBeUndefined();
  },
  900_000,
);

function take({ taken }: Hook, body: string): void {
  const { resource_code: tour, n } = JSON.parse(body).data as { resource_code: string; n: number };
  taken.set(tour, [...(taken.get(tour) ?? []), n]);
}

const all = async <Row extends object>(database: Database, sql: string, values: unknown[] = []) =>
  inTransaction(database, async (transaction) => (await transaction.query<Row>(sql, values)).rows, { team: '*' });

async function createHook(
  database: Database,
  key: Buffer,
  way: string,
  receiver: WebhookReceiver,
  url: string,
): Promise<Hook> {
  const { id: teamId } = await createTeam(database, { name: way });
  const secret = newWebhookSecret();
  await inTransaction(
    database,
    async (transaction) => {
      const id = await reserveEndpoint(transaction);
      const sealed = sealWebhookSecret([{ id: 1, key }], { teamId, id }, secret);
      await insertEndpoint(transaction, teamId, { id, url, events: [], sealed });
    },
    { team: teamId },
  );
  return { way, receiver, secret, teamId, taken: new Map() };
}

/** Listens where nobody may be told, and counts who comes. */
async function startCanary() {
  let connections = 0;
  const server: Server = createServer((_, response) => response.end());
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, INSIDE, resolve));
  stops.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${INSIDE}:${port}/hook`,
    port,
    get connections() {
      return connections;
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
