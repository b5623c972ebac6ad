import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { upstreamAppsCalls } from '@openhouse/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useFolder } from '../../../testing/folder.ts';
import { connects, freePort, startProgram, stopProgram } from '../../../testing/processes.ts';
import { httpAppService } from './http.ts';
import { UpstreamUnavailable } from './upstream-app-service.ts';

const TOKEN = 'a-long-random-token';
const guides = join(import.meta.dirname, '../../../../../../docs/guides');
const pages = ['app-service.md', 'zh/app-service.md'].map((page) => [
  page,
  readFileSync(join(guides, page), 'utf8'),
]) as [string, string][];

describe.each(pages)('%s', (_, text) => {
  test.each(upstreamAppsCalls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'has all of %s',
    (name, call) => {
      expect(text).toContain(`\`${name}\``);
      for (const field of Object.keys(call.request.properties)) expect(text).toMatch(new RegExp(`\\b${field}\\b`));
      const [credential] = [call.data.properties.credentials.items];
      for (const field of Object.keys(credential.properties)) expect(text).toContain(`| \`${field}\` |`);
    },
  );
});

describe('the example of the guide', () => {
  const folder = useFolder();
  let child: ChildProcess;
  let url = '';
  const service = (token = TOKEN) => httpAppService({ url, token, timeoutMs: 10_000, defaultXid: null });
  const asked = { key: 'request-1', team: 'team-a', name: 'Listings', trialDays: 14 };

  beforeAll(async () => {
    const [, source = ''] = /```js file=app-service\.mjs\n([\s\S]*?)```/.exec(pages[0]?.[1] ?? '') ?? [];
    const port = await freePort();
    const file = join(folder, 'app-service.mjs');
    writeFileSync(file, source.replace('8080', String(port)));
    child = startProgram(process.execPath, [file], { env: { ...process.env, APP_SERVICE_TOKEN: TOKEN } });
    url = `http://127.0.0.1:${port}`;
    while (!(await connects(port))) await sleep(20);
  });
  afterAll(() => stopProgram(child, 'SIGTERM'));

  test('makes an app once, however often it is asked, with the trial of the plan', async () => {
    const made = await service().createApp(asked);
    expect(await service().createApp(asked)).toEqual(made);
    expect(made.trialEndsAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await service().appsOf('team-a')).toEqual([made]);
    expect(await service().appsOf('team-b')).toEqual([]);
  });

  test('knows no trial where the plan names none', async () => {
    expect(await service().createApp({ ...asked, key: 'request-2', trialDays: null })).toMatchObject({
      trialEndsAt: null,
    });
  });

  test.each(['', '{', 'null', '[]', '{"team":"t"}'])('goes on after the body %#, which is no request', async (body) => {
    const headers = { authorization: TOKEN };
    const { status } = await fetch(`${url}/apps`, { method: 'POST', headers, body });
    expect([status, (await fetch(`${url}//`, { headers })).status]).toEqual([400, 400]);
    expect(await service().appsOf('team-c')).toEqual([]);
  });

  test('refuses another token, which is an outage for the portal', async () => {
    await expect(service('another').createApp(asked)).rejects.toThrow(UpstreamUnavailable);
  });
});
