import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../run.ts';
import { type EventReceiver, startReceiver } from '../../testing/receiver.ts';
import { useCommandStore } from '../../testing/store.ts';
import { type KeptWorld, keptWorld } from '../../testing/world.ts';

const store = useCommandStore();
beforeAll(() => store.database.pool.query("insert into team (code, name) values ('atelier', 'Atelier')"));

let receiver: EventReceiver;
/** Ends what a test left running. */
let stops: (() => Promise<unknown>)[];
beforeEach(async () => {
  stops = [];
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await receiver.close();
});

/** A bound for what never comes: a loaded machine takes long. */
const PATIENCE = { timeout: 60_000, interval: 10 };

interface Listening {
  readonly world: KeptWorld;
  /** Ctrl-C. @returns The exit status. */
  stop(): Promise<number>;
}

/** Runs the command until it listens; its waits are short. */
async function listening(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Listening> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const world = keptWorld(store.env(env), undefined, {
    untilStopped: () => stopped,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 5)),
  });
  const team = args.includes('--team') ? [] : ['--team', 'acme'];
  const to = args.includes('--forward-to') ? [] : ['--forward-to', `${receiver.url}/hook`];
  const ended = run(['listen', ...to, ...team, ...args], world);
  const it = {
    world,
    stop: () => {
      stop();
      return ended;
    },
  };
  stops.push(it.stop);
  await expect.poll(() => world.written.err, PATIENCE).toContain('until you press Ctrl-C');
  return it;
}

async function bringTour(code: string, team = 'acme'): Promise<void> {
  const work = path.join(store.root, `${code}.json`);
  await writeFile(work, JSON.stringify({ resource_code: code, name: code, model: { file_url: 'm' } }));
  expect(await store.openhouse(['import', work, '--team', team])).toMatchObject({ exitCode: 0 });
}
const removeTour = (code: string) => store.openhouse(['tours', 'remove', code, '--confirm', code, '--team', 'acme']);
const tours = () => receiver.received.map(({ type, tour }) => `${type} ${tour}`);
const rows = ({ world }: Listening) =>
  world.written.out
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));
/** Event, tour and what came of each try. */
const tries = (it: Listening) => rows(it).map(([, type, tour, outcome]) => `${type} ${tour}: ${outcome}`);
const secretIn = ({ world }: Listening) => /whsec_[A-Za-z0-9+/=]+/.exec(world.written.err)?.[0] ?? '';

test('what happens comes as a webhook does, signed with the secret that is printed once, and has a line', {
  tags: 'slow',
}, async () => {
  const it = await listening();
  await bringTour('one');
  await removeTour('one');
  await expect.poll(tours, PATIENCE).toEqual(['tour.imported one', 'tour.removed one']);
  await expect.poll(() => tries(it).length, PATIENCE).toBe(2);
  expect(await it.stop()).toBe(0);
  const secret = secretIn(it);
  expect(receiver.received.map((event) => [event.path, event.isSignedWith(secret)])).toEqual([
    ['/hook', true],
    ['/hook', true],
  ]);
  expect(it.world.written.err.split(secret).length).toBe(2);
  expect(it.world.written.out).not.toContain('whsec_');
  expect(tries(it)).toEqual(['tour.imported one: HTTP 204', 'tour.removed one: HTTP 204']);
  expect(rows(it).map((row) => row.at(-1))).toEqual(receiver.received.map(({ id }) => id));
});

test('a secret in the environment signs, and is printed nowhere', { tags: 'slow' }, async () => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const it = await listening(['--json'], { OPENHOUSE_WEBHOOK_SECRET: secret });
  await bringTour('two');
  await expect.poll(() => it.world.written.out, PATIENCE).not.toBe('');
  const { id, type } = receiver.received[0] ?? {};
  expect(receiver.received[0]?.isSignedWith(secret)).toBe(true);
  expect(JSON.parse(it.world.written.out)).toEqual({
    at: expect.any(String),
    type,
    about: 'two',
    eventId: id,
    status: 204,
    problem: null,
    costMs: expect.any(Number),
    againS: null,
  });
  expect(it.world.written.err).not.toContain('whsec_');
});

test('one that is not taken is tried again, and what follows waits for it', { tags: 'slow' }, async () => {
  const it = await listening();
  const answers = [500, 302, 204];
  receiver.answer = (_, response) => void response.writeHead(answers.shift() ?? 204).end();
  await bringTour('three');
  await bringTour('four');
  await expect.poll(() => tries(it).length, PATIENCE).toBe(4);
  expect(tries(it)).toEqual([
    'tour.imported three: HTTP 500, again in 1 s',
    'tour.imported three: redirect, again in 2 s',
    'tour.imported three: HTTP 204',
    'tour.imported four: HTTP 204',
  ]);
  expect(new Set(receiver.received.slice(0, 3).map(({ id, body }) => id + body)).size).toBe(1);
});

test('one that is refused five times is left, and the next one comes', { tags: 'slow' }, async () => {
  const it = await listening();
  receiver.answer = ({ tour }, response) => void response.writeHead(tour === 'five' ? 422 : 200).end();
  await bringTour('five');
  await bringTour('six');
  await expect.poll(() => tries(it).at(-1), PATIENCE).toBe('tour.imported six: HTTP 200');
  expect(tries(it).slice(3)).toEqual([
    'tour.imported five: HTTP 422, again in 8 s',
    'tour.imported five: HTTP 422, left',
    'tour.imported six: HTTP 200',
  ]);
});

test('while nobody is there it goes on trying, and all of it comes once somebody is', async () => {
  await receiver.close();
  const it = await listening();
  await bringTour('seven');
  await bringTour('eight');
  const last = 'tour.imported seven: refused, again in 16 s';
  await expect.poll(() => tries(it).filter((one) => one === last).length, PATIENCE).toBeGreaterThan(5);
  await receiver.open();
  await expect.poll(tours, PATIENCE).toEqual(['tour.imported seven', 'tour.imported eight']);
});

test('two listen at once: each hears everything', { tags: 'slow' }, async () => {
  const other = await startReceiver();
  stops.push(other.close);
  await listening();
  // Without http:// before it.
  await listening(['--forward-to', other.url.slice('http://127.0.0.1:'.length)]);
  await bringTour('nine');
  await expect.poll(tours, PATIENCE).toEqual(['tour.imported nine']);
  await expect.poll(() => other.received.length, PATIENCE).toBe(1);
  expect(other.received[0]?.id).toBe(receiver.received[0]?.id);
});

test('of another Team nothing comes', { tags: 'slow' }, async () => {
  await listening(['--team', 'atelier']);
  await bringTour('ten');
  await bringTour('eleven', 'atelier');
  await expect.poll(tours, PATIENCE).toEqual(['tour.imported eleven']);
});

test('only the events that were asked for', { tags: 'slow' }, async () => {
  await listening(['--events', 'tour.removed,tour.replaced']);
  await bringTour('twelve');
  await removeTour('twelve');
  await expect.poll(tours, PATIENCE).toEqual(['tour.removed twelve']);
});

test('Ctrl-C ends it at once while a receiver hangs, and nothing of it stays', { tags: 'slow' }, async () => {
  const it = await listening();
  let isAsked = false;
  receiver.answer = () => {
    isAsked = true;
  };
  await bringTour('thirteen');
  await expect.poll(() => isAsked, PATIENCE).toBe(true);
  expect(await it.stop()).toBe(0);
  const owner = await store.database.connectAsOwner();
  await owner.query("select set_config('app.team', '*', false)");
  expect((await owner.query('select from event_listener')).rowCount).toBe(0);
  await owner.end();
});

describe('refused with the remedy, before anything is asked', () => {
  const to = ['--forward-to', 'http://localhost:8080/'];
  test.each<[string[], string]>([
    [[], '--forward-to http://localhost:8080/hook'],
    [['--forward-to', 'ftp://localhost/'], '"ftp://localhost/" is no address'],
    [['--forward-to', 'localhost:port'], '"localhost:port" is no address'],
    [['--forward-to', 'http://ada:word@localhost/'], 'without a name or password'],
    [['--forward-to', '6000'], 'No client of HTTP calls port 6000.'],
    [[...to, '--events', 'tour.import'], '"tour.import" is no event: did you mean tour.imported?'],
    [[...to, '--events', 'tour.removed,quota'], '"quota" is no event: did you mean quota.reached?'],
  ])('%j', async (args, said) => {
    expect(await store.openhouse(['listen', ...args, '--team', 'acme'])).toEqual({
      exitCode: 2,
      out: '',
      err: expect.stringContaining(said),
    });
  });

  test.each(['hunter2', 'whsec_', 'whsec_c2hvcnQ=', 'whsec_not base64 at all, though long enough'])(
    'a secret that is none (%s), which is not repeated',
    async (secret) => {
      const env = store.env({ OPENHOUSE_WEBHOOK_SECRET: secret });
      const { exitCode, err } = await store.openhouse(['listen', ...to, '--team', 'acme'], env);
      expect([exitCode, err]).toEqual([2, expect.stringContaining('Unset it to have one made')]);
      if (secret !== 'whsec_') expect(err).not.toContain(secret);
    },
  );
});
