import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { openhouse } from '../service.ts';
import { useDemoService } from '../use-demo-service.ts';
import { type Machine, newMachine, shownCode } from './openhouse.ts';
import { personAt } from './person.ts';

// command-line.heavy.test.ts goes through every command; here is the way that everybody takes.
describe('from an empty directory to a first call', { tags: ['slow', 'long'] }, () => {
  const service = useDemoService();
  let laptop: Machine;

  beforeAll(async () => {
    laptop = await newMachine(dirname(service.dataDirectory), 'laptop');
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

    const { out, exitCode } = await laptop.run('whoami', '--json');
    const { sessionId, endsAt } = JSON.parse(signedIn.out) as { readonly sessionId: string; readonly endsAt: string };
    expect([exitCode, JSON.parse(out)]).toMatchObject([
      0,
      { place: service.demo.portal_url, credential: { kind: 'session', profile: 'default', sessionId, endsAt } },
    ]);

    const init = await laptop.run('init', '--app', 'From init', '--json');
    const made = JSON.parse(init.out) as { readonly tour: string };
    expect([init.exitCode, made]).toMatchObject([0, { team: 'Demo Team', baseUrl: service.demo.base_url }]);
    const env = join(laptop.directory, '.env');
    expect((await stat(env)).mode & 0o777).toBe(0o600);
    expect(init.out + init.err).not.toContain(/OPENHOUSE_APP_SECRET=(.+)/.exec(await readFile(env, 'utf8'))?.[1]);

    const got = await laptop.run('get', 'vr-info', `resource_code=${made.tour}`);
    expect(JSON.parse(got.out)).toMatchObject({ status: 'success', data: { resource_code: made.tour } });
  });

  test('pull brings the files of a tour without base_url, by whatever name the gateway is called', async () => {
    const bundle = join(laptop.directory, 'no-base');
    await mkdir(join(bundle, 'assets/private'), { recursive: true });
    const info = '{"resource_code":"no-base","name":"N","is_active":true,"model":{"file_url":"models/room 1.glb"}}';
    await writeFile(join(bundle, 'vr-info.json'), info);
    await writeFile(join(bundle, 'file-detail.json'), '{"file_list":[{"path":"private/deed.pdf"}]}');
    await mkdir(join(bundle, 'assets/models'));
    await writeFile(join(bundle, 'assets/models/room 1.glb'), 'a model');
    await writeFile(join(bundle, 'assets/private/deed.pdf'), 'a deed');
    const imported = await laptop.run(
      'import',
      bundle,
      '--data-dir',
      service.dataDirectory,
      '--team',
      service.demo.team,
    );
    expect([imported.exitCode, imported.err]).toEqual([0, '']);

    // The service goes by the name localhost: addresses of files say so, wherever it is called.
    const { base_url, app_key, app_secret } = service.demo;
    for (const host of ['localhost', '127.0.0.1']) {
      const machine = await newMachine(dirname(service.dataDirectory), `pulls-${host}`, {
        OPENHOUSE_BASE_URL: base_url.replace('localhost', host),
        OPENHOUSE_APP_KEY: app_key,
        OPENHOUSE_APP_SECRET: app_secret,
      });
      const pulled = await machine.run('pull', 'no-base', '--json');
      expect([pulled.exitCode, JSON.parse(pulled.out)]).toMatchObject([0, { files: 2, warnings: [] }]);
      const there = join(machine.directory, 'no-base');
      expect(await readFile(join(there, 'assets/models/room 1.glb'), 'utf8')).toBe('a model');
      expect(await readFile(join(there, 'assets/private/deed.pdf'), 'utf8')).toBe('a deed');
      const { base_url: answered } = JSON.parse(await readFile(join(there, 'vr-info.json'), 'utf8'));
      expect(answered).toBe(`${base_url}/files/${service.demo.team}/no-base/`);
    }
  });

  test('a working directory that was removed is a sentence', async () => {
    const command = 'mkdir gone && cd gone && rmdir "$PWD" && "$0" "$1" list';
    const run = promisify(execFile)('bash', ['-c', command, process.execPath, openhouse], {
      cwd: laptop.directory,
      env: service.env,
    });
    expect(await run.catch((error: unknown) => error)).toMatchObject({
      code: 2,
      stderr: 'openhouse: The directory that this shell is in is gone. Go to one that is there: cd ~\n',
    });
  });

  test.each([
    ['a reader that has gone', '| true', /its reader has closed the pipe/],
    ['a full disk', '> /dev/full', /ENOSPC/],
  ])('results for %s: the work is done, told of, and the status is 1', async (name, end, why) => {
    const { team, resource_codes: codes } = service.demo;
    const to = name.replaceAll(' ', '-');
    const command = `"$0" "$1" export ${codes.join(' ')} --team ${team} --data-dir "$2" --to ${to} ${end}; exit "\${PIPESTATUS[0]}"`;
    const run = promisify(execFile)('bash', ['-c', command, process.execPath, openhouse, service.dataDirectory], {
      cwd: laptop.directory,
      env: service.env,
    });
    const { code, stderr } = (await run.catch((error: unknown) => error)) as { code?: number; stderr: string };
    expect([code, stderr]).toEqual([1, expect.stringMatching(why)]);
    expect(stderr).toContain(`${codes.length} tours were written below ${to}.`);
    expect((await readdir(join(laptop.directory, to))).sort()).toEqual([...codes].sort());
  });
});
