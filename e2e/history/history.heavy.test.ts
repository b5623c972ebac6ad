import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeKinds } from './kinds.ts';
import { startTwoNodes, type TwoNodes } from './nodes.ts';
import { disturbanceOf, tryRound } from './rounds.ts';
import { historyTable, type KindOutcome, outcomeWith } from './table.ts';

const serverUrl = inject('postgresUrl');
/** Trials of each kind. */
const TRIALS = Number(process.env.HISTORY_TRIALS ?? 1000);
/** Apps, Teams, people that are changed at once: fewer for a short look at every kind of round. */
const AT_ONCE = Number(process.env.HISTORY_AT_ONCE ?? 50);
const LONGEST_MS = 30 * 60_000;

describe.skipIf(serverUrl === null)('two nodes over one database', () => {
  let nodes: TwoNodes;
  beforeAll(async () => {
    nodes = await startTwoNodes(serverUrl ?? '', {
      OPERATORS: 'noor@example.com',
      APP_LIMIT_PER_MINUTE: '0',
      IP_LIMIT_PER_MINUTE: '0',
      PORTAL_IP_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    });
  });
  afterAll(() => nodes?.stop());

  test(
    `show one truth in ${TRIALS} trials of each kind of change`,
    async () => {
      const ownDelay = monitorEventLoopDelay();
      ownDelay.enable();
      const outcomes = new Map<string, KindOutcome>();
      for (const kinds of await makeKinds(nodes, AT_ONCE)) {
        for (let round = 0; round < Math.ceil(TRIALS / AT_ONCE); round += 1) {
          const tried = await tryRound(nodes, kinds, round);
          for (const one of tried)
            outcomes.set(one.kind, outcomeWith(outcomes.get(one.kind), one, disturbanceOf(round)));
        }
      }
      // Whoever sees the second broken by a little looks here first: readers that wait for a processor are not alone in that.
      const machine = `load ${loadavg()[0]?.toFixed(1)}, readers kept waiting for ${Math.round(ownDelay.max / 1e6)} ms at most`;
      console.info(`\n${historyTable(outcomes)}\n${machine}\n`);
      const violations = [...outcomes.values()].flatMap(({ violations: found }) => found);
      expect(violations.slice(0, 20)).toEqual([]);
    },
    LONGEST_MS,
  );
});
