import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { servicesRequired } from '../../packages/server/src/testing/processes.ts';
import { builtProgram } from '../deploy/installation.ts';
import { type Person, signInThroughProvider } from '../deploy/person.ts';
import type { Caller } from '../deploy/send.ts';
import { revealSecret } from '../pages/reveal-secret.ts';
import { type Callers, type Load, startLoad } from './load.ts';
import { expected, seeOutages, tableOfOutages } from './outages.ts';
import type { Part } from './parts.ts';
import { type PreviousRelease, previousRelease } from './previous-release.ts';
import { type Backup, backUp, loseAndRestore } from './restore.ts';
import { rotateRings } from './rings.ts';
import { type Stage, setStage } from './stage.ts';
import { missingPrograms } from './surroundings.ts';
import { step, tableOfSteps } from './table.ts';
import { TOUR, uploadTour, walkTour } from './tour.ts';

/** Starting a dozen programs, and building the release before this one. */
const SETTING_MS = 1_800_000;

/** As a company runs it, by docs/guides/going-to-production.md (decision 0142). */
describe.skipIf(missingPrograms().length > 0 && !servicesRequired)('an installation on two machines', () => {
  let stage: Stage;
  let previous: PreviousRelease;
  let person: Person;
  let load: Load | undefined;
  let callers: Callers;
  let app: Awaited<ReturnType<typeof revealSecret>>;

  beforeAll(async () => {
    previous = await previousRelease();
    stage = await setStage(previous.program);
  }, SETTING_MS);
  afterAll(async () => {
    await load?.stop();
    await stage?.remove();
    await previous?.remove();
    console.log(`\n${tableOfSteps()}\n`);
  }, SETTING_MS);

  /** Does something while everybody calls. @returns How it went for them. */
  async function underLoad(change: () => Promise<string>): Promise<string> {
    await load?.count();
    const done = await change();
    const { calls = 0, failures = [] } = (await load?.count()) ?? {};
    expect(failures).toEqual([]);
    expect(calls).toBeGreaterThan(50);
    expect(await stage.store.cluster.deadlocks(), 'transactions that waited for each other').toBe(0);
    return `${done}, ${calls} calls, ${failures.length} failed`;
  }
  async function cookiesOf({ page }: Person): Promise<ReadonlyMap<string, string>> {
    return new Map((await page.context().cookies(stage.portal)).map(({ name, value }) => [name, value]));
  }
  /** A token for the app's secret, and a read with it. */
  async function firstRead(caller: Caller) {
    const body = new URLSearchParams({ app_key: app.appKey, app_secret: app.secret }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const exchanged = await caller.send(`${stage.gateway}/auth/access_token`, { method: 'POST', headers, body });
    expect(exchanged.status, exchanged.body.toString()).toBe(200);
    const { data } = JSON.parse(exchanged.body.toString()) as { data: { access_token: string } };
    const read = await caller.send(`${stage.gateway}/open/v3/vr/info?resource_code=${TOUR}`, {
      headers: { authorization: data.access_token },
    });
    expect(read.status, read.body.toString()).toBe(200);
    type Side = 'up' | 'down' | 'left' | 'right' | 'front' | 'back';
    const answer = JSON.parse(read.body.toString()) as {
      data: {
        base_url: string;
        title_picture_url: string;
        panorama: { list: readonly Readonly<Record<Side, string>>[] };
      };
    };
    return { info: answer.data };
  }
  async function restartAll(program = builtProgram): Promise<string> {
    for (const part of stage.parts) await stage.restart(part, program);
    return `${stage.parts.length} restarts`;
  }

  step('the previous release comes up: gateways, portals and jobs as processes of their own', async () => {
    await stage.migrate(previous.program);
    for (const part of stage.parts) await stage.start(part, previous.program);
    return `${previous.name}, ${stage.parts.length} processes on 2 machines`;
  });

  step('Chromium signs in over the subdomains of portal and provider', async () => {
    person = await signInThroughProvider(stage.chromium, stage.portal, 'mei');
    const cookies = await person.page.context().cookies();
    const domains = cookies.filter(({ name }) => name.startsWith('svc_')).map(({ domain }) => domain);
    expect(new Set(domains)).toEqual(new Set(['.openhouse.example']));
    expect(await person.call('/api/teams', { name: '梅的团队' })).toMatchObject({ status: 200 });
    return `${new URL(stage.login).hostname}, ${new URL(stage.portal).hostname}`;
  });

  step('an app is made by the jobs, and its secret revealed', async () => {
    const { page } = person;
    const asked = { name: 'Listings', idempotencyKey: 'dialog-0000000000000001' };
    expect(await person.call('/api/apps', asked)).toMatchObject({ status: 200 });
    type Answer = { readonly data: { readonly apps: readonly { readonly appKey: string }[] } };
    const keys = async () => (JSON.parse(await person.read('/api/apps')) as Answer).data.apps.map((one) => one.appKey);
    await expect.poll(keys).toHaveLength(1);
    await page.goto(`${stage.portal}/dashboard/apps/${(await keys())[0]}`);
    app = await revealSecret(page);
    return app.appKey.slice(0, 8);
  });

  step('a tour is uploaded at one machine and walked at the other', async () => {
    const { machine, files } = await uploadTour(stage, person.page);
    const [its, others] = [true, false].map((isIts) =>
      stage.parts.filter((part) => part.name !== 'operator-jobs' && (part.machine === machine) === isIts),
    );
    for (const part of its ?? []) expect(await part.stop()).toBe(0);
    const { viewpoints, answeredBy } = await walkTour(stage, person.page.context());
    const portsOf = (parts: readonly Part[] = []) => parts.map(({ port }) => port);
    expect([...answeredBy].filter((port) => !portsOf(others).includes(port))).toEqual([]);
    expect(answeredBy.size).toBeGreaterThan(0);
    for (const part of its ?? []) await stage.start(part, previous.program);
    return `${files} files through machine ${machine}, ${viewpoints} viewpoints walked without it`;
  });

  step('callers of every kind begin', async () => {
    const caller = stage.caller();
    const { info } = await firstRead(caller);
    caller.close();
    callers = {
      ...app,
      tour: TOUR,
      files: { open: new URL(info.title_picture_url, info.base_url).href, private: 'private/warranty.txt' },
      cookies: await cookiesOf(person),
    };
    load = startLoad(stage, callers);
    return underLoad(async () => {
      await sleep(3_000);
      return 'nothing was changed';
    });
  });

  step('upgraded: migrated, then one process after the other', () =>
    underLoad(async () => {
      await stage.migrate(builtProgram);
      const { length } = previous.unknown;
      return `${length === 0 ? 'no migration between' : `${length} migrations`}, ${await restartAll()}`;
    }),
  );

  step('and back to the previous release, on the new schema', () =>
    underLoad(async () => {
      const { refused } = previous;
      if (refused === undefined) return restartAll(previous.program);
      const [part] = stage.parts;
      if (part === undefined) throw new Error('There is no process.');
      const back = stage.restart(part, previous.program);
      await expect(back).rejects.toThrow(`The database is newer than this program: it has ${refused}`);
      await stage.start(part, builtProgram);
      return `no way back: the previous release says that it cannot live with ${refused}`;
    }),
  );

  step('and upgraded again', () => underLoad(() => restartAll()));

  step('every key ring is rotated', () =>
    underLoad(async () => {
      const rounds: string[] = [];
      const restart = async () => rounds.push(await restartAll());
      const { names, refusals } = await rotateRings(stage, builtProgram, restart);
      return `${names.length} rings, ${rounds.length} times ${rounds[0]}, ${refusals} steps refused as too early`;
    }),
  );

  step('one thing after the other is away: people and back ends see what the guide says', async () => {
    await load?.stop();
    load = undefined;
    // The cookies of before were signed with a key that is gone, and their owner was not there meanwhile.
    await person.close();
    person = await signInThroughProvider(stage.chromium, stage.portal, 'mei');
    callers = { ...callers, cookies: await cookiesOf(person) };
    const caller = stage.caller();
    const { base_url, panorama } = (await firstRead(caller)).info;
    caller.close();
    const sides = ['up', 'down', 'left', 'right', 'front', 'back'] as const;
    const pictures = panorama.list.flatMap((one) => sides.map((side) => new URL(one[side], base_url).href));
    const seen = await seeOutages(stage, callers, pictures);
    console.log(`\n${tableOfOutages(seen)}\n`);
    expect(seen).toEqual(expected);
    return `${Object.keys(seen).length} outages`;
  });

  step('all is lost and restored from a backup taken under load, into a new cluster and bucket', async () => {
    let backup: Backup | undefined;
    load = startLoad(stage, callers);
    const taken = await underLoad(async () => {
      backup = await backUp(stage);
      return `${backup.files} files`;
    });
    await load?.stop();
    load = undefined;
    if (backup === undefined) throw new Error('There is no backup.');
    const verdicts = await loseAndRestore(stage, builtProgram, backup);
    expect(verdicts.filter(({ wrong }) => wrong > 0)).toEqual([]);
    return `${taken}; ${verdicts.map(({ part, checked }) => `${checked} ${part}`).join(', ')}: whole`;
  });

  step('and serves as before: a token, cold reads and files, and a new sign-in of the same person', async () => {
    const caller = stage.caller();
    const { info } = await firstRead(caller);
    const file = await caller.send(new URL(info.title_picture_url, info.base_url).href);
    expect(file.status).toBe(200);
    caller.close();
    await person.close();
    person = await signInThroughProvider(stage.chromium, stage.portal, 'mei');
    expect(await person.read('/api/apps')).toContain(app.appKey);
    const { viewpoints } = await walkTour(stage, person.page.context());
    return `${file.body.length} bytes of a file, ${viewpoints} viewpoints walked`;
  });
});
