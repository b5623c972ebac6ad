import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoDataDirectory } from '../demo-data-directory.ts';
import { type RunningService, startService } from '../service.ts';
import { type Machine, newMachine, shownCode } from './openhouse.ts';
import { personAt } from './person.ts';

// command-line.heavy.test.ts goes through every command; here is the way that everybody takes.
describe('from an empty directory to a first call', () => {
  let directory: Awaited<ReturnType<typeof demoDataDirectory>>;
  let service: RunningService;
  let laptop: Machine;

  beforeAll(async () => {
    directory = await demoDataDirectory();
    service = await startService(directory.path);
    laptop = await newMachine(dirname(directory.path), 'laptop');
  });
  afterAll(async () => {
    await service?.stop();
    await directory?.remove();
  });

  test('login, one consent, init, get', async () => {
    const ada = await personAt(service.demo, 'ada@example.com', 'Ada Lindqvist');
    const login = laptop.start(['login', '--portal', service.demo.portal_url, '--json']);
    const answer = await ada.post('/api/command-line/sign-ins/decide', {
      userCode: await shownCode(login),
      decision: 'allow',
    });
    expect(answer.status).toBe(200);
    const signedIn = await login.ended;
    expect([signedIn.exitCode, JSON.parse(signedIn.out)]).toMatchObject([0, { email: 'ada@example.com' }]);
    const kept = await stat(join(laptop.configDirectory, 'sessions.json'));
    expect(kept.mode & 0o777).toBe(0o600);

    const init = await laptop.run('init', '--app', 'From init', '--json');
    const made = JSON.parse(init.out) as { readonly tour: string };
    expect([init.exitCode, made]).toMatchObject([0, { team: 'Demo Team', baseUrl: service.demo.base_url }]);
    const env = join(laptop.directory, '.env');
    expect((await stat(env)).mode & 0o777).toBe(0o600);
    expect(init.out + init.err).not.toContain(/OPENHOUSE_APP_SECRET=(.+)/.exec(await readFile(env, 'utf8'))?.[1]);

    const got = await laptop.run('get', 'vr-info', `resource_code=${made.tour}`);
    expect(JSON.parse(got.out)).toMatchObject({ status: 'success', data: { resource_code: made.tour } });
  });
});
