import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGateway } from '@openhouse/sdk';
import { transform } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeSphere } from '../../packages/cli/src/testing/painted-sphere.ts';
import { zipArchive } from '../../packages/server/src/tours/import/testing/zip-archive.ts';
import { type Ended, type Machine, newMachine, type Running, shownCode } from '../command-line/openhouse.ts';
import { type Person, personAt } from '../command-line/person.ts';
import { freePorts, type RunningService, root } from '../service.ts';
import { readSamples } from './read-samples.ts';
import { type Packages, packagesOfCheckout } from './run-samples.ts';

/** Milliseconds between two calls of a program that goes on while its secret is rotated. */
const PAUSE_MS = 20;

/** A tour of two files, the smallest that is served. */
const hut = (code: string) => JSON.stringify({ resource_code: code, name: code, is_active: true });

/** Samples for who runs an installation, of those that an installation like this one knows. */
const OF_OPERATORS = [
  ['data-protection.md', 'openhouse audit heads >>'],
  ['going-to-production.md', 'openhouse audit verify --heads'],
  ['going-to-production.md', 'openhouse keys status'],
  ['going-to-production.md', 'openhouse assets collect'],
] as const;

/** Where the samples run. */
export interface SignedInPlace {
  /** The portal that the guides mean, and the one that they call old, or staging. */
  readonly service: RunningService;
  readonly other: RunningService;
  readonly packages?: Packages;
  /** Is told which sample of the English guides is run. */
  uses?(page: string, line: number): void;
}

/** Tests of the samples that take a person who has signed in, for each folder of guides. */
export function describeSignedIn(
  folders: readonly string[],
  { service, other, packages = packagesOfCheckout, uses = () => {} }: SignedInPlace,
): void {
  /** A sample as it is written, found by a command in it, with the addresses of these services. */
  const sample = (folder: string, page: string, command: string): string => {
    const samples = readSamples(readFileSync(join(root, folder, page), 'utf8'));
    const [found, ...more] = samples.filter(({ code }) => code.includes(command));
    if (found === undefined || more.length > 0) throw new Error(`${folder}/${page}: not one sample with ${command}`);
    uses(page, found.line);
    return found.code
      .replaceAll('https://portal.example.com', service.demo.portal_url)
      .replaceAll('https://portal.new.example', service.demo.portal_url)
      .replaceAll('https://staging.example.com', other.demo.portal_url)
      .replaceAll('https://gateway.old.example', other.demo.base_url)
      .replaceAll('http://localhost:4001', service.demo.base_url);
  };

  describe.each(folders)('%s', (folder) => {
    let machine: Machine;
    let [person, elsewhere]: (Person | undefined)[] = [];
    const at = (...names: string[]) => join(machine.directory, ...names);

    beforeAll(async () => {
      const [email = '', name = ''] = folder.endsWith('zh') ? ['wei@example.com', '王伟'] : ['ida@example.com', 'Ida'];
      machine = await machineWith(email);
      [person, elsewhere] = await Promise.all([service, other].map(({ demo }) => personAt(demo, email, name)));
      for (const one of [person, elsewhere]) {
        expect((await one?.post('/api/teams', { name: 'Northlight' }))?.status).toBe(200);
      }
    });

    /** A machine with the package installed. */
    async function machineWith(name: string, env: NodeJS.ProcessEnv = {}): Promise<Machine> {
      const PATH = `${join(packages.modules, '.bin')}:${service.env.PATH}`;
      const made = await newMachine(dirname(service.dataDirectory), name, { PATH, ...env });
      await symlink(packages.modules, join(made.directory, 'node_modules'));
      return made;
    }

    /** Somebody types the code that a `login` of the sample shows, and allows the machine. */
    async function allowed(running: Running, by: Person | undefined): Promise<Ended> {
      const userCode = await shownCode(running);
      const answer = await by?.post('/api/command-line/sign-ins/decide', { userCode, decision: 'allow' });
      expect(answer?.status).toBe(200);
      return running.ended;
    }
    const whole = (ended: Ended): string => {
      expect([ended.exitCode, ended.err]).toEqual([0, ended.err]);
      return ended.out;
    };
    const done = async (code: string, more?: NodeJS.ProcessEnv) => whole(await machine.shell(code, more).ended);
    /** What the commands with --json among others printed. */
    const objects = (out: string) =>
      out
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

    test('sign in and set up: one consent, and the imported tour is read', async () => {
      await writeFile(at('loft.zip'), zipArchive([{ name: 'loft/vr-info.json', content: hut('loft') }]));
      const code = sample(folder, 'command-line.md', 'openhouse init --app');
      const out = whole(await allowed(machine.shell(code), person));
      expect(out).toMatch(/^created +loft {2}loft\.zip$/m);
      expect(out).toContain('"resource_code":"loft"');
    });

    test('several portals: the tours of one, then whoami at the other', async () => {
      const code = sample(folder, 'command-line.md', 'profiles use default');
      const out = whole(await allowed(machine.shell(code), elsewhere));
      expect(out).toContain(`at ${service.demo.portal_url}`);
      expect(out).toMatch(/of profile default, until /);
    });

    test('move tours to another gateway: each as it was, with the addresses of the new one; again does nothing', async () => {
      const { app_key, app_secret, base_url, resource_codes } = other.demo;
      const { id: team } = JSON.parse(await done('npx openhouse teams --json')) as { readonly id: string };
      const code = sample(folder, 'how-to.md', 'openhouse tours import moved/')
        .replaceAll('https://gateway.new.example', service.demo.base_url)
        .replaceAll('/files/TEAM/', `/files/${team}/`);
      const there = { OPENHOUSE_APP_KEY: app_key, OPENHOUSE_APP_SECRET: app_secret };
      const imported = async () => objects(await done(code, there)).map(({ outcome }) => outcome);
      expect(await imported()).toEqual(resource_codes.map(() => 'created'));
      expect(await imported()).toEqual(resource_codes.map(() => 'unchanged'));

      // Read again with the app that `init` has written to .env: payloads and files, those that open by a signed link too.
      await done(`npx openhouse pull ${resource_codes.join(' ')} --to again`);
      const files = await filesBelow(at('moved'));
      expect(await filesBelow(at('again'))).toEqual(files);
      expect(files.length).toBeGreaterThan(100);
      for (const name of files) {
        const [before, after] = await Promise.all(['moved', 'again'].map((one) => readFile(at(one, name), 'latin1')));
        expect(after === before, name).toBe(true);
        if (name.endsWith('.json')) expect(after, name).not.toContain(base_url);
      }
    });

    test('rotate a secret without a pause: a program that goes on meanwhile has no call that fails', async () => {
      const app_key = (await done('npx openhouse apps create Listings')).trim();
      const first = (await done('npx openhouse secrets reveal Listings')).trim();
      const program = sample(folder, 'how-to.md', "writeFile('app-secret'").replaceAll('YOUR_APP_KEY', app_key);
      await writeFile(at('reads.mjs'), (await transform(program, { loader: 'ts', format: 'esm' })).code);
      expect(await done('node reads.mjs', { OPENHOUSE_APP_SECRET: first })).toBe('Loft by the park · 公园旁的复式\n');

      const gateway = createGateway({
        baseUrl: service.demo.base_url,
        appKey: app_key,
        appSecret: () => readFile(at('app-secret'), 'utf8'),
      });
      const failed: unknown[] = [];
      let [calls, isOver] = [0, false];
      const going = (async () => {
        while (!isOver) {
          await gateway.vrInfo({ resource_code: 'demo-loft' }).catch((error: unknown) => failed.push(error));
          calls += 1;
          await sleep(PAUSE_MS);
        }
      })();
      const out = await done(sample(folder, 'how-to.md', 'openhouse secrets rotate Listings'));
      const before = calls;
      await expect.poll(() => calls).toBeGreaterThan(before + 2);
      isOver = true;
      await going;
      expect(failed).toEqual([]);
      // The list shows both versions, the new one first; what is left after the last command is that alone.
      expect(out.trim().split('\n').at(-1)).toMatch(/^version 2\t/);
      expect(out).toMatch(/^version 1\t/m);
      const second = await readFile(at('app-secret'), 'utf8');
      expect(second).toMatch(/^ohs_\S+\n$/);
      expect(second.trim()).not.toBe(first);
      expect((await stat(at('app-secret'))).mode & 0o777).toBe(0o600);
      await expect(exchanged(app_key, first)).resolves.toBe('err_app_credentials_invalid');
    });

    test('separate staging from production: an app of its own, with its secret', async () => {
      const out = await done(sample(folder, 'how-to.md', 'openhouse apps create "Listings staging"'));
      const [key = '', secret = ''] = out.trim().split('\n');
      await expect(exchanged(key, secret)).resolves.toBe('success');
    });

    test('limit an app, and let a leaked secret go at once', async () => {
      for (const command of ['openhouse apps set Listings --networks', 'openhouse apps set Listings --retire-leaked'])
        await done(sample(folder, 'tokens.md', command));
    });

    test('make a tour of panoramas, upload it, and make sites of it', async () => {
      const places = sample(folder, 'tours-and-bundles.md', 'name,x,y,z,heading,floor');
      await writeFile(at('places.csv'), places);
      await mkdir(at('panoramas'));
      for (const name of ['hall', '客厅', 'attic']) await writeSphere(at('panoramas', `${name}.png`), 256);
      // Its first line installs what is beside this machine already.
      const [, made = ''] = sample(folder, 'tours-and-bundles.md', 'openhouse make-tour panoramas').split(/^npm .*\n/m);
      expect(await done(made)).toMatch(/^created +lake-house /m);
      await done(sample(folder, 'command-line.md', 'openhouse make-tour panoramas --places'));
      for (const [page, command] of [
        ['command-line.md', 'openhouse convert lake-house site'],
        ['tours-and-bundles.md', 'openhouse convert lake-house.zip site'],
      ] as const) {
        const [, site = ''] = /^written +\S+ +(\S+)$/m.exec(await done(sample(folder, page, command))) ?? [];
        expect(await filesBelow(at(site))).toEqual(expect.arrayContaining(['index.html', 'tour/vr-info.json']));
      }
    });

    test('complete commands: each shell gets its lines', async () => {
      const out = await done(sample(folder, 'command-line.md', 'openhouse completion bash'));
      expect(out.match(/openhouse/g)?.length).toBeGreaterThan(10);
    });

    test('what an operator runs beside the service: each command ends well', async () => {
      const { DATA_DIR, PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT, OPERATOR_PORT } = service.env;
      const beside = { DATA_DIR, PORTAL_PORT, GATEWAY_PORT, SIGN_IN_PORT, OPERATOR_PORT };
      for (const [page, command] of OF_OPERATORS) await done(sample(folder, page, command), beside);
    });

    const exchanged = async (app_key: string, app_secret: string) => {
      const body = new URLSearchParams({ app_key, app_secret });
      const answer = await fetch(`${service.demo.base_url}/auth/access_token`, { method: 'POST', body });
      return ((await answer.json()) as { readonly status: string }).status;
    };

    test('import tours from CI: a job with a credential of the Team, and the statuses that tell what went wrong', async () => {
      const credential = (await done(sample(folder, 'command-line.md', 'openhouse credentials create'))).trim();
      expect(credential).toMatch(/^ohm_/);
      const job = await machineWith(`${folder.endsWith('zh') ? 'zh' : 'en'}-job`, { OPENHOUSE_CREDENTIAL: credential });
      const tours = join(job.directory, 'tours');
      for (const name of ['from-ci', 'refused']) await mkdir(join(tours, name), { recursive: true });
      await writeFile(join(tours, 'from-ci', 'vr-info.json'), hut('from-ci'));
      const inJob = (code: string) => job.shell(code).ended;

      const short = whole(await inJob(sample(folder, 'command-line.md', 'npx openhouse tours import tours/')));
      expect(short).toMatch(/^the credential ci \(/);
      expect(short).toMatch(/^created +from-ci /m);
      const recipe = sample(folder, 'how-to.md', 'export OPENHOUSE_PORTAL_URL');
      const again = objects(whole(await inJob(recipe)));
      expect(again).toMatchObject([{ outcome: 'unchanged', resourceCode: 'from-ci' }]);

      await writeFile(join(tours, 'refused', 'vr-info.json'), '{');
      expect((await inJob(recipe)).exitCode).toBe(1);
      const [port] = await freePorts(1);
      const away = await inJob(recipe.replaceAll(service.demo.portal_url, `http://localhost:${port}`));
      expect(away.exitCode).toBe(4);
      const [listed = ''] = (await done('npx openhouse credentials --json')).trim().split('\n');
      await done(`npx openhouse credentials revoke ${(JSON.parse(listed) as { readonly id: string }).id}`);
      expect((await inJob(recipe)).exitCode).toBe(3);
    });
  });
}

/** Names of all files below a folder. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
}
