import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vrInfo } from '@openhouse/contract';
import { Client } from 'pg';
import { ask, like } from './probe.ts';
import { readLoad } from './reads.ts';
import { type Contender, OTHER_BUILD, OURS, type Scenario } from './scenario.ts';
import { programOf, startPeer } from './servers/server.ts';
import type { Stage } from './stage.ts';
import { COLD_TOURS, coldCode } from './tours.ts';

/** Tours vary by the digits of their names. */
const SLACK_BYTES = 64;
/** Megabytes of payloads in memory: fewer than the tours have, which are read in turn, so that none is ever found there. */
const SMALL_CACHE_MB = 1;

/** Reads of payloads that are never in memory, beside `pg` selecting the same bytes by primary key. PostgreSQL only. */
export function coldScenario(stage: Stage): Scenario {
  return {
    name: 'cold',
    title: 'Cold read of 20 KB from PostgreSQL, gzip',
    targets: [{ against: 'pg by primary key', atLeast: 0.7 }, ...stage.besideOtherBuild],
    async start() {
      const ours = await stage.openhouse({ cacheMebibytes: SMALL_CACHE_MB });
      const codes = Array.from({ length: COLD_TOURS }, (_, index) => coldCode(index));
      const targets = codes.map((code) => `${vrInfo.path}?resource_code=${code}`);
      const load = readLoad(ours, targets, 'gzip');
      const answer = await ask(load);
      const keys = join(stage.folder, 'keys.json');
      const databaseUrl = stage.databaseUrl ?? '';
      await writeFile(keys, JSON.stringify(await keysOf(databaseUrl, codes)));
      const server = await startPeer(stage.cores.onServerCore(programOf('pg.main.ts', databaseUrl, keys)));
      const itsLoad = { ...load, origin: server.origin, targets: codes.map((_, index) => `/${index}`) };
      const itsAnswer = await ask(itsLoad);
      // The frame itself: what our answer holds between its opening and its tail.
      if (!answer.sent.includes(itsAnswer.sent)) throw new Error('pg does not select the bytes that are served');
      const contenders: Contender[] = [
        { name: OURS, server: ours, load: { ...load, expected: like(answer, SLACK_BYTES) } },
        { name: 'pg by primary key', server, load: { ...itsLoad, expected: like(itsAnswer, SLACK_BYTES) } },
      ];
      const other = await stage.otherBuild({ cacheMebibytes: SMALL_CACHE_MB });
      if (other !== null) {
        const othersLoad = readLoad(other, targets, 'gzip');
        const expected = like(await ask(othersLoad), SLACK_BYTES);
        contenders.push({ name: OTHER_BUILD, server: other, load: { ...othersLoad, expected } });
      }
      return { contenders, stop: () => server.stop() };
    },
  };
}

/** @returns What `pg.main.ts` selects each payload by. */
export async function keysOf(databaseUrl: string, codes: readonly string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ team_id: string; id: string; code: string }>(
    'select team_id, id, code from tour where code = any($1)',
    [codes],
  );
  await client.end();
  const byCode = new Map(rows.map(({ team_id, id, code }) => [code, [team_id, id, 1]]));
  return codes.map((code) => byCode.get(code));
}
