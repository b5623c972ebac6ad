import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { useDemoService } from '../use-demo-service.ts';
import { type Ended, type Machine, newMachine, type Running, shownCode } from './openhouse.ts';
import { type Person, personAt } from './person.ts';

const run = promisify(execFile);

describe('the command line, signed in', () => {
  const service = useDemoService();
  let ada: Person;
  let laptop: Machine;

  beforeAll(async () => {
    ada = await personAt(service.demo, 'ada@example.com', 'Ada Lindqvist');
    laptop = await newMachine(dirname(service.dataDirectory), 'laptop');
  });

  const portal = () => service.demo.portal_url;
  const login = (machine: Machine): Running => machine.start(['login', '--portal', portal(), '--json']);
  const decide = async (waiting: Running, decision: 'allow' | 'deny'): Promise<Ended> => {
    const userCode = await shownCode(waiting);
    const answer = await ada.post('/api/command-line/sign-ins/decide', { userCode, decision });
    expect(answer.status).toBe(200);
    return waiting.ended;
  };
  const sessionsFile = (machine: Machine) => join(machine.configDirectory, 'sessions.json');
  const tokenOf = async (machine: Machine): Promise<string> =>
    JSON.parse(await readFile(sessionsFile(machine), 'utf8')).profiles.default.token;
  const json = (ended: Ended) => ({ exitCode: ended.exitCode, ...JSON.parse(ended.out) });

  test('before: every command says how to sign in, with status 3 at a known portal', async () => {
    const { exitCode, err } = await laptop.run('apps', '--portal', portal());
    expect([exitCode, err]).toEqual([3, expect.stringContaining(`openhouse login --portal ${portal()}`)]);
    expect((await laptop.run('apps')).exitCode).toBe(2);
  });

  test('login: shows page and code, neither of them secret in an argument, and keeps a session of its owner only', async () => {
    const waiting = login(laptop);
    const code = await shownCode(waiting);
    expect(waiting.err()).toContain(`${portal()}/dashboard/authorize\n`);
    const args = await readFile(`/proc/${waiting.pid}/cmdline`, 'utf8').catch(() => '');
    expect(args).not.toContain(code);
    const ended = json(await decide(waiting, 'allow'));
    expect(ended).toMatchObject({ exitCode: 0, portal: portal(), name: 'Ada Lindqvist', email: 'ada@example.com' });
    const mode = async (path: string) => (await stat(path)).mode & 0o777;
    expect([await mode(laptop.configDirectory), await mode(sessionsFile(laptop))]).toEqual([0o700, 0o600]);
    expect(await tokenOf(laptop)).toMatch(/^ohc_[\w-]{43}$/);
  });

  test('whoami, teams and apps act as that person at that portal', async () => {
    expect(json(await laptop.run('whoami', '--json'))).toMatchObject({ exitCode: 0, name: 'Ada Lindqvist' });
    expect(json(await laptop.run('teams', '--json'))).toMatchObject({ id: service.demo.team, role: 'owner' });
    expect((await laptop.run('apps')).out).toContain(service.demo.app_key);
  });

  test('a Team, from its making to its handing over', async () => {
    const team = json(await laptop.run('teams', 'create', 'Atelier', '--json')).id as string;
    const renamed = await laptop.run('teams', 'rename', 'Studio', '--team', team, '--json');
    expect(json(renamed)).toMatchObject({ exitCode: 0, id: team, name: 'Studio' });
    const { link } = json(await laptop.run('teams', 'invite', '--role', 'viewer', '--team', team, '--json'));
    expect(link).toMatch(new RegExp(`^${portal()}/dashboard/join#`));
    const sam = await personAt(service.demo, 'sam@example.com', 'Sam Okafor');
    const other = await newMachine(dirname(service.dataDirectory), 'sams');
    const waiting = login(other);
    const userCode = await shownCode(waiting);
    await sam.post('/api/command-line/sign-ins/decide', { userCode, decision: 'allow' });
    await waiting.ended;
    expect(json(await other.tell(`${link}\n`, 'teams', 'join', '--json'))).toMatchObject({ id: team, role: 'viewer' });
    const again = await other.tell(`${link}\n`, 'teams', 'join', '--json');
    expect([again.exitCode, JSON.parse(again.err).error.code]).toEqual([1, 'INVITATION_NOT_FOUND']);
    const spare = json(await laptop.run('teams', 'invite', '--team', team, '--json'));
    expect((await laptop.run('teams', 'revoke', spare.invitation.id, '--team', team)).exitCode).toBe(0);
    const refused = await other.run('teams', 'rename', 'Mine', '--team', team, '--json');
    expect([refused.exitCode, JSON.parse(refused.err).error.code]).toEqual([1, 'ROLE_INSUFFICIENT']);
    expect((await laptop.run('teams', 'role', 'sam@example.com', 'member', '--team', team)).exitCode).toBe(0);
    const handed = await laptop.run('teams', 'transfer', 'sam@example.com', '--team', team, '--json');
    expect(json(handed)).toMatchObject({ exitCode: 0, you: 'member' });
    const { out } = await laptop.run('teams', 'members', '--team', team);
    expect(out).toMatch(/^owner\tohu_\S+\tsam@example.com\tSam Okafor\nmember\tohu_\S+\tada@example.com\t/m);
    expect((await laptop.run('teams', 'leave', team)).exitCode).toBe(0);
    expect((await laptop.run('teams', 'switch', service.demo.team)).exitCode).toBe(0);
  });

  test('an app and its secret: created, revealed, rotated, retired, disabled; the gateway follows', async () => {
    const appKey = (await laptop.run('apps', 'create', 'Listings sync')).out.trim();
    expect(appKey).toMatch(/^ohk_/);
    const exchange = async (app_secret: string) => {
      const body = new URLSearchParams({ app_key: appKey, app_secret });
      const answer = await fetch(`${service.demo.base_url}/auth/access_token`, { method: 'POST', body });
      return ((await answer.json()) as { status: string }).status;
    };
    const first = (await laptop.run('secrets', 'reveal', 'Listings sync')).out.trim();
    expect(await exchange(first)).toBe('success');
    expect((await laptop.run('secrets', 'rotate', appKey, '--overlap-hours', '1')).exitCode).toBe(0);
    const second = json(await laptop.run('secrets', 'reveal', appKey, '--json'));
    expect(second).toMatchObject({ version: 2, secret: expect.stringMatching(/^ohs_/) });
    expect((await laptop.run('secrets', 'retire', appKey, '1')).exitCode).toBe(0);
    expect(await exchange(first)).toBe('err_app_credentials_invalid');
    expect((await laptop.run('secrets', appKey)).out).toMatch(/^version 2\t/);
    expect((await laptop.run('apps', 'rename', appKey, 'Listings')).out).toContain('is called Listings');
    expect((await laptop.run('apps', 'disable', 'Listings')).exitCode).toBe(0);
    expect(await exchange(second.secret)).toBe('err_app_disabled');
    expect((await laptop.run('apps', 'enable', 'Listings')).exitCode).toBe(0);
    expect(json(await laptop.run('apps', 'show', 'Listings', '--json'))).toMatchObject({ appKey, state: 'live' });
  });

  test('the audit log has all of it, page by page and as a download; its chain holds', async () => {
    const { out } = await laptop.run('audit', '--limit', '200', '--json');
    const entries = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { action: string; number: number });
    const actions = entries.map(({ action }) => action);
    for (const action of ['session.command-line', 'app.create', 'secret.reveal', 'secret.rotate', 'secret.retire']) {
      expect(actions).toContain(action);
    }
    const exported = (await laptop.run('audit', 'export')).out.trim().split('\n');
    expect(exported.map((line) => JSON.parse(line).number)).toEqual(entries.map(({ number }) => number).reverse());
    const csv = await laptop.run('audit', 'export', '--format', 'csv', '--action', 'secret.reveal');
    expect(csv.out.trim().split('\n').length).toBe(actions.filter((one) => one === 'secret.reveal').length + 1);
    expect((await laptop.run('audit', 'verify', '--data-dir', service.dataDirectory)).out).toMatch(/\tholds\t/);
  });

  test('sessions: listed as a command line with its machine; one that is ended elsewhere is refused at once', async () => {
    const second = await newMachine(dirname(service.dataDirectory), 'second');
    expect((await decide(login(second), 'allow')).exitCode).toBe(0);
    const { out } = await laptop.run('sessions', '--json');
    const sessions = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { sessionId } = JSON.parse(await readFile(sessionsFile(second), 'utf8')).profiles.default;
    expect(sessions.find(({ id }) => id === sessionId)).toMatchObject({ kind: 'command-line', isCurrent: false });
    expect((await laptop.run('sessions', 'end', sessionId)).exitCode).toBe(0);
    const refused = await second.run('apps', '--json');
    expect([refused.exitCode, JSON.parse(refused.err).error.code]).toEqual([3, 'AUTH_REQUIRED']);
    expect((await laptop.run('feedback', 'It', 'works.')).exitCode).toBe(0);
  });

  test('login that is denied, and one that a stranger answers for', async () => {
    const other = await newMachine(dirname(service.dataDirectory), 'denied');
    const denied = await decide(login(other), 'deny');
    expect([denied.exitCode, JSON.parse(denied.err.trim().split('\n').at(-1) ?? '').error.code]).toEqual([
      1,
      'SIGN_IN_DENIED',
    ]);
    await expect(stat(sessionsFile(other))).rejects.toThrow();
  });

  test('init: from an empty directory in a git repository to a first call, without a question', async () => {
    await run('git', ['init', '-q'], { cwd: laptop.directory }).catch(() => undefined);
    const made = json(await laptop.run('init', '--app', 'From init', '--json'));
    expect(made).toMatchObject({ exitCode: 0, team: 'Demo Team', baseUrl: service.demo.base_url });
    expect(service.demo.resource_codes).toContain(made.tour);
    const file = join(laptop.directory, '.env');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const ignored = await readFile(join(laptop.directory, '.gitignore'), 'utf8').catch(() => 'no git');
    expect(['.env\n', 'no git']).toContain(ignored);
    const code = made.tour as string;
    const got = await laptop.run('get', 'vr-info', `resource_code=${code}`);
    expect(JSON.parse(got.out)).toMatchObject({ status: 'success', data: { resource_code: code } });
    const before = await readFile(file, 'utf8');
    expect((await laptop.run('init', '--app', 'From init')).exitCode).toBe(2);
    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await laptop.run('init', '--app', 'From init', '--force')).exitCode).toBe(0);
  });

  test('tours: sent to the portal as a directory, set active, called without a secret, and removed', async () => {
    const folder = join(laptop.directory, 'cabin');
    await mkdir(join(folder, 'assets'), { recursive: true });
    const info = { resource_code: 'cabin', name: 'Cabin', is_active: false, model: { file_url: 'assets/m.bin' } };
    await writeFile(join(folder, 'vr-info.json'), JSON.stringify(info));
    await writeFile(join(folder, 'assets', 'm.bin'), Buffer.from([1, 2, 3]));
    const sent = await laptop.run('tours', 'import', 'cabin', '--json');
    expect(json(sent)).toMatchObject({ exitCode: 0, outcome: 'created', resourceCode: 'cabin', path: 'cabin' });
    expect(json(await laptop.run('tours', 'activate', 'cabin', '--json'))).toMatchObject({
      exitCode: 0,
      isActive: true,
    });
    const called = await laptop.run('apps', 'call', 'From init', 'vr-info', 'resource_code=cabin');
    expect(json(called)).toMatchObject({ exitCode: 0, status: 'success', data: { is_active: true } });
    const refused = await laptop.run('apps', 'call', 'From init', 'vr-info', 'resource_code=no-such', '--json');
    expect([refused.exitCode, JSON.parse(refused.err).error.code]).toEqual([1, 'err_resource_not_found']);
    await writeFile(join(folder, 'vr-info.json'), JSON.stringify(info).slice(0, -1));
    const broken = await laptop.run('tours', 'import', 'cabin');
    expect([broken.exitCode, broken.out]).toEqual([1, expect.stringContaining('vr-info.json')]);
    expect((await laptop.run('tours', '--search', 'CABIN')).out).toMatch(/^cabin\tactive\t/);
    expect((await laptop.run('tours', 'remove', 'cabin', '--confirm', 'cabin')).exitCode).toBe(0);
    expect((await laptop.run('tours', '--search', 'cabin')).out).toBe('');
  });

  test('use: calls of the app are counted, listed and explained by their request_id', async () => {
    const said = await laptop.run('get', 'hot-list', 'resource_code=demo-loft', 'order_by=up');
    const requestId = /request_id ([\w-]+)/.exec(said.err)?.[1] ?? '';
    expect([said.exitCode, requestId]).toEqual([1, expect.stringMatching(/^[\w-]{36}$/)]);
    // Calls are known within the interval of the flushes.
    await expect
      .poll(async () => (await laptop.run('explain', requestId)).out, { timeout: 300_000, interval: 500 })
      .toContain('failed\tparameters');
    const explained = await laptop.run('explain', requestId, '--json');
    expect(json(explained)).toMatchObject({ exitCode: 1, call: { requestId, parameter: 'order_by' } });
    const calls = await laptop.run('calls', 'From init', '--refused', '--json');
    expect(calls.out).toContain(requestId);
    const usage = json(await laptop.run('usage', 'From init', '--last', '1h', '--json'));
    expect(usage.operations).toContainEqual(expect.objectContaining({ operation: 'hot-list', calls: 1, refused: 1 }));
    const missing = await laptop.run('explain', 'no-such-call', '--json');
    expect([missing.exitCode, JSON.parse(missing.err).error.code]).toEqual([1, 'CALL_NOT_FOUND']);
  });

  test('doctor names a file that others can read, and what to do', async () => {
    expect((await laptop.run('doctor')).exitCode).toBe(0);
    await chmod(sessionsFile(laptop), 0o644);
    const { exitCode, out } = await laptop.run('doctor', '--json');
    const findings = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exitCode).toBe(1);
    expect(findings.find(({ verdict }) => verdict === 'broken')).toMatchObject({
      check: 'sessions file',
      mend: expect.stringContaining('chmod 0600'),
    });
    await chmod(sessionsFile(laptop), 0o600);
    const installation = await laptop.run('doctor', '--data-dir', service.dataDirectory, '--json');
    const checks = installation.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const check of ['configuration', 'file modes', 'disk space', 'keys', 'database', 'schema', 'role', 'Redis']) {
      expect(checks.find((finding) => finding.check === check)?.verdict, check).toBe('ok');
    }
  });

  test('at the store: the same commands as a named person, with the same roles', async () => {
    const at = ['--data-dir', service.dataDirectory, '--reason', 'Asked by phone', '--as'];
    const renamed = await laptop.run('apps', 'rename', 'From init', 'From the store', ...at, 'ada@example.com');
    expect([renamed.exitCode, renamed.out]).toEqual([0, expect.stringContaining('is called From the store')]);
    const stranger = await laptop.run('apps', 'list', ...at, 'nobody@example.com');
    expect([stranger.exitCode, stranger.err]).toEqual([2, expect.stringContaining('Nobody has')]);
    const entry = json(await laptop.run('audit', '--limit', '1', '--json'));
    const actor = { userCode: 'operator', name: 'Operator as Ada Lindqvist' };
    expect(entry).toMatchObject({ action: 'app.rename', ipAddress: 'operator', actor, reason: 'Asked by phone' });
    const both = await laptop.run('apps', '--portal', portal(), ...at, 'ada@example.com');
    expect(both.exitCode).toBe(2);
  });

  test('logout ends the session at the portal, and forgets it here', async () => {
    const token = await tokenOf(laptop);
    const ask = () => fetch(`${portal()}/api/apps`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(200);
    expect((await laptop.run('logout')).exitCode).toBe(0);
    expect((await ask()).status).toBe(401);
    expect(await readFile(sessionsFile(laptop), 'utf8')).not.toContain(token);
    expect(service.said()).not.toContain(token);
    expect(service.said()).not.toContain('ohd_');
  });

  test('a portal that is no portal, without https, or away: said so, with its status', async () => {
    for (const address of ['http://portal.example.com', 'portal', 'https://u:p@portal.example.com', 'https://a/b']) {
      expect((await laptop.run('login', '--portal', address)).exitCode).toBe(2);
    }
    const away = await laptop.run('login', '--portal', 'http://localhost:1', '--json');
    expect([away.exitCode, JSON.parse(away.err).error.code]).toEqual([4, 'UNREACHABLE']);
    expect((await laptop.run('login', '--portal', service.operatorUrl)).exitCode).toBe(2);
  });
});
