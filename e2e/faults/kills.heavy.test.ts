import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PortalTour } from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { TestBrowser } from '../../packages/server/src/testing/browser.ts';
import { signIn } from '../../packages/server/src/testing/portal.ts';
import { createEmptyDatabase } from '../../packages/server/src/testing/postgres-template.ts';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { freePorts, newDataDirectory, openhouse, type RunningService, startService } from '../service.ts';

const run = promisify(execFile);

/** Kills of the service on each store, one after the other; FAULTS_KILLS sets another number. */
const KILLS = Number(process.env.FAULTS_KILLS ?? 15);
/** Copies of the embedded store while it is written, each as a power loss leaves the disk; FAULTS_COPIES sets another number. */
const COPIES = Number(process.env.FAULTS_COPIES ?? 5);
const WRITERS = 3;
/** A page of the list has them all. */
const WRITES_MOST = 20;
/** The moment comes when so many writes at most were acknowledged, and then within so many milliseconds. */
const ACKNOWLEDGED_MOST = 6;
const WITHIN_MS = 100;

/** Writes until it is stopped or nobody answers. */
interface Writing {
  /** What was answered with a success, by name of the tour: each holds its name. */
  readonly acknowledged: Set<string>;
  readonly wrong: string[];
  readonly over: Promise<unknown>;
}

/** Some moment in the middle of writes. */
async function someMoment({ acknowledged }: Writing): Promise<void> {
  const most = Math.floor(Math.random() * (ACKNOWLEDGED_MOST + 1));
  await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThanOrEqual(most);
  await sleep(Math.random() * WITHIN_MS);
}

describe('the service is killed while it writes', () => {
  const stores: readonly (readonly [string, () => Promise<NodeJS.ProcessEnv>])[] = [
    ['the embedded store', async () => ({})],
    ['PostgreSQL', async () => ({ DATABASE_URL: await createEmptyDatabase(inject('postgresUrl') ?? '') })],
  ];
  describe.skipIf(inject('postgresUrl') === null && !servicesRequired).each(stores)('%s', (name, settingsOf) => {
    let directory: Awaited<ReturnType<typeof newDataDirectory>>;
    let service: RunningService;
    let settings: NodeJS.ProcessEnv;
    let portal = '';
    let person: TestBrowser;
    const start = async () => {
      service = await startService(directory.path, settings);
    };
    beforeAll(async () => {
      directory = await newDataDirectory();
      const [PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT] = (await freePorts(3)).map(String);
      settings = { ...(await settingsOf()), PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT, PORTAL_IP_LIMIT_PER_MINUTE: '0' };
      portal = `http://localhost:${PORTAL_PORT}`;
      await start();
      person = (await signIn({ url: portal }, { email: 'kim@example.com' })).browser;
      await (await person.go(`${portal}/api/me`)).arrayBuffer();
      expect((await post('/api/teams', '{"name":"Studio"}')).status).toBe(200);
    });
    afterAll(async () => {
      await service?.stop();
      await directory?.remove();
    });

    function post(path: string, body: string): Promise<Response> {
      const headers = { 'content-type': 'application/json', 'x-csrf-token': person.cookie(portal, 'csrf') ?? '' };
      return person.go(`${portal}${path}`, { method: 'POST', headers, body });
    }

    function write(round: number): Writing {
      const acknowledged = new Set<string>();
      const wrong: string[] = [];
      let made = 0;
      const one = async () => {
        while (made < WRITES_MOST) {
          made += 1;
          const code = `r${round}-${made}-end`;
          const work = JSON.stringify({ resource_code: code, name: `Tour ${code}`, model: { file_url: 'm' } });
          const answer = await post(`/api/tours/imports?name=${code}.json`, work).catch(() => undefined);
          if (answer === undefined) return;
          const text = await answer.text().catch(() => undefined);
          if (text === undefined) return;
          if (answer.status === 200) acknowledged.add(code);
          else wrong.push(`${code}: ${answer.status} ${text}`);
        }
      };
      return { acknowledged, wrong, over: Promise.all(Array.from({ length: WRITERS }, one)) };
    }

    /** @returns The tours of a round, each with its name. */
    async function written(round: number): Promise<ReadonlyMap<string, string>> {
      const answer = await person.go(`${portal}/api/tours?search=r${round}-`);
      const { data } = (await answer.json()) as { data: { tours: readonly PortalTour[] } };
      return new Map(data.tours.map(({ resourceCode, name: tour }) => [resourceCode, tour]));
    }

    /** @returns What the command says of the audit chains of a data directory. */
    const audited = async (env: NodeJS.ProcessEnv) =>
      run(process.execPath, [openhouse, 'audit', 'verify'], { env }).then(
        ({ stdout }) => ['whole', stdout],
        (failed: { stdout: string; stderr: string }) => ['broken', `${failed.stdout}${failed.stderr}`],
      );

    test(`${KILLS} kills: everything acknowledged is there, whole, and who is signed in stays so`, async () => {
      let [acknowledged, unknown] = [0, 0];
      for (let round = 1; round <= KILLS; round += 1) {
        const writing = write(round);
        await someMoment(writing);
        service.process.kill('SIGKILL');
        await once(service.process, 'exit');
        await writing.over;
        await start();
        const kept = await written(round);
        expect([round, writing.wrong, [...writing.acknowledged].filter((code) => !kept.has(code))]).toEqual([
          round,
          [],
          [],
        ]);
        for (const [code, tour] of kept) expect(tour).toBe(`Tour ${code}`);
        acknowledged += writing.acknowledged.size;
        unknown += [...kept.keys()].filter((code) => !writing.acknowledged.has(code)).length;
      }
      expect(acknowledged).toBeGreaterThan(0);
      expect((await audited(service.env))[0]).toBe('whole');
      console.log(
        `${name}: ${KILLS} kills, ${acknowledged} acknowledged and there, ${unknown} there that nobody was told of`,
      );
    });

    test.runIf(name === 'the embedded store')(
      `${COPIES} copies in the middle of writes: each starts and is whole, or says why not`,
      async () => {
        const outcomes: string[] = [];
        for (let round = KILLS + 1; round <= KILLS + COPIES; round += 1) {
          const writing = write(round);
          await someMoment(writing);
          const copy = join(directory.path, '..', `copy-${round}`);
          // Files that end while they are copied are as lost as what the disk had not taken yet.
          await cp(directory.path, copy, {
            recursive: true,
            filter: (source) => !/\.(lock|sock|pid)$/.test(source),
          }).catch((error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOENT') throw error;
          });
          await writing.over;
          const started = await startService(copy, { PORTAL_IP_LIMIT_PER_MINUTE: '0' }).catch((error: unknown) =>
            String(error),
          );
          if (typeof started === 'string') {
            expect(started).not.toMatch(/\n\s+at |node_modules/);
            outcomes.push('refused');
          } else {
            const verdict = await audited(started.env);
            await started.stop();
            expect(verdict[0], verdict[1]).toBe('whole');
            outcomes.push('whole');
          }
          await rm(copy, { recursive: true, force: true });
        }
        console.log(`copies of ${name}: ${outcomes.join(', ')}`);
      },
    );
  });
});
