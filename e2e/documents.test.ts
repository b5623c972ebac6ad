import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gatewayEndpoints } from '@openhouse/contract';
import { describe, expect, test } from 'vitest';
import { demoService } from './demo-service.ts';
import { root } from './service.ts';

const run = promisify(execFile);

test('the generated reference is what the sources say', async () => {
  await expect(run(process.execPath, ['scripts/write-reference.mjs', '--check'], { cwd: root })).resolves.toBeDefined();
});

describe('files for tools that send calls: every call of them succeeds, and no secret is in them', () => {
  const file = (name: string) => readFile(join(root, 'docs/reference', name), 'utf8');

  /** Sends a call whose variables are filled in. @returns What the gateway says. */
  async function sent(method: string, url: string, headers: Record<string, string>, body?: string) {
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    return (await answer.json()) as { readonly status: string; readonly data?: { readonly access_token?: string } };
  }

  test('the .http file', { tags: 'slow' }, async () => {
    const { base_url, app_key, app_secret } = (await demoService()).demo;
    const text = await file('openhouse.http');
    expect(text).not.toMatch(/ohs_|oht_|ohk_/);
    let token = '';
    const filled = (line: string) =>
      line
        .replace('{{base_url}}', base_url)
        .replace('{{app_key}}', app_key)
        .replace('{{app_secret}}', app_secret)
        .replace('{{exchange.response.body.$.data.access_token}}', token);
    const calls = text.split(/^### /m).slice(1);
    expect(calls.length).toBe(gatewayEndpoints.length);
    for (const call of calls) {
      const [head = '', body] = filled(call).trim().split('\n\n');
      const [, ...lines] = head.split('\n').filter((line) => !line.startsWith('#'));
      const [method = '', url = ''] = (lines[0] ?? '').split(' ');
      const headers = Object.fromEntries(lines.slice(1).map((line) => line.split(': ') as [string, string]));
      const answer = await sent(method, url, headers, body);
      expect([call, answer.status]).toEqual([call, 'success']);
      token ||= answer.data?.access_token ?? '';
    }
  });

  test('the Postman collection', { tags: 'slow' }, async () => {
    const { base_url, app_key, app_secret } = (await demoService()).demo;
    const text = await file('openhouse.postman_collection.json');
    expect(text).not.toMatch(/ohs_|oht_|ohk_/);
    interface Item {
      readonly name: string;
      readonly request: {
        readonly method: string;
        readonly header: { readonly key: string; readonly value: string }[];
        readonly url: { readonly raw: string; readonly query: { readonly key: string; readonly value: string }[] };
        readonly body?: {
          readonly raw?: string;
          readonly urlencoded?: { readonly key: string; readonly value: string }[];
        };
      };
    }
    const variables: Record<string, string> = { base_url, app_key, app_secret, access_token: '' };
    const filled = (value: string) => value.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? '');
    const items = (JSON.parse(text) as { item: { item: Item[] }[] }).item.flatMap(({ item }) => item);
    expect(items.length).toBe(gatewayEndpoints.length);
    for (const { name, request } of items) {
      const { method, header, url, body } = request;
      const pairs = (list: readonly { readonly key: string; readonly value: string }[]) =>
        list.map(({ key, value }) => [key, filled(value)] as [string, string]);
      const query = new URLSearchParams(pairs(url.query)).toString();
      const form = body?.urlencoded && new URLSearchParams(pairs(body.urlencoded)).toString();
      const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
      const headers = { ...Object.fromEntries(pairs(header)), ...(body && { 'content-type': type }) };
      const answer = await sent(method, `${filled(url.raw)}${query && `?${query}`}`, headers, form ?? body?.raw);
      expect([name, answer.status]).toEqual([name, 'success']);
      variables.access_token ||= answer.data?.access_token ?? '';
    }
  });
});

describe("the README's calls", () => {
  test('each curl line works as it is written', { tags: 'slow' }, async () => {
    const service = await demoService();
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const lines = readme.split('\n').filter((line) => line.startsWith('curl '));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) {
      const here = line.replaceAll('http://localhost:4001', service.demo.base_url);
      const { app_key, app_secret } = service.demo;
      const env = { ...service.env, APP_KEY: app_key, APP_SECRET: app_secret };
      const { stdout } = await run('sh', ['-c', here], { cwd: root, env });
      expect(JSON.parse(stdout), line).toMatchObject({ status: 'success' });
    }
  });
});
