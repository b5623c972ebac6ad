import { beforeAll, expect, test } from 'vitest';
import { run } from '../run.ts';
import { useCommandStore } from '../testing/store.ts';
import { keptWorld } from '../testing/world.ts';

const store = useCommandStore();

let appKey: string;
beforeAll(async () => {
  const made = await store.openhouse(['apps', 'create', 'Viewing room', '--team', 'acme', '--json']);
  appKey = JSON.parse(made.out).appKey;
});

/** A call as the gateway's processes store it. */
async function called(requestId: string, place: number): Promise<void> {
  const owner = await store.database.connectAsOwner();
  await owner.query("select set_config('app.team', '*', false)");
  await owner.query(
    `insert into app_call (team_id, app_id, ring, place, version, network, request_id, trace_id, at, operation, status, cost_us)
     select team_id, id, 0, $2, 1, '192.0.2.0/24', $1, '', now(), 'vr-info', 'success', 900 from app where app_key = $3`,
    [requestId, place, appKey],
  );
  await owner.end();
}

test('calls --follow tells each call once, the oldest first, until it is stopped', { tags: 'slow' }, async () => {
  for (const [place, id] of ['before-1', 'before-2', 'before-3'].entries()) await called(id, place);
  let looks = 0;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const world = keptWorld(store.env(), undefined, {
    untilStopped: () => stopped,
    sleep: async () => {
      looks += 1;
      if (looks === 1) {
        await called('live-1', 3);
        await called('live-2', 4);
      }
      if (looks === 3) await called('live-3', 5);
      if (looks === 5) stop();
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  expect(await run(['calls', 'Viewing room', '--team', 'acme', '--follow', '--limit', '2', '--json'], world)).toBe(0);
  const told = world.written.out.trim().split('\n');
  expect(told.map((line) => JSON.parse(line).requestId)).toEqual([
    'before-2',
    'before-3',
    'live-1',
    'live-2',
    'live-3',
  ]);
});

test('explain refuses what is no request_id, before it asks', async () => {
  const { exitCode, err } = await store.openhouse(['explain', 'not an id', '--team', 'acme']);
  expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining('"not an id" is no request_id') });
});
