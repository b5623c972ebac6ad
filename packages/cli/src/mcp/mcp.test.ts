import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayEndpoints, secretPaths } from '@openhouse/contract';
import type { Tool } from '@openhouse/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../run.ts';
import { useCommandStore } from '../testing/store.ts';
import { keptWorld } from '../testing/world.ts';

const request = (method: string, params: object = {}, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const call = (name: string, input: object = {}) => request('tools/call', { name, arguments: input });

describe('openhouse mcp', () => {
  const store = useCommandStore();
  let appKey: string;
  beforeAll(async () => {
    const made = await store.openhouse(['apps', 'create', 'Viewing room', '--team', 'acme', '--json']);
    appKey = JSON.parse(made.out).appKey;
  });

  async function told(lines: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const world = keptWorld(store.env(env), undefined, {
      directory: store.root,
      stdin: {
        line: async () => '',
        lines: async function* () {
          yield* lines;
        },
      },
    });
    const exitCode = await run(['mcp', '--team', 'acme'], world);
    const answers = world.written.out.split('\n').filter(Boolean);
    return { exitCode, answers: answers.map((line) => JSON.parse(line)), ...world.written };
  }
  const textOf = ({ result }: { result: { content: { text: string }[] } }) => result.content[0]?.text ?? '';

  test('offers these tools, all of which only read', async () => {
    const { exitCode, answers } = await told([request('initialize'), '', request('tools/list')]);
    const { tools } = answers[1].result;
    expect([exitCode, tools.map(({ name }: Tool) => name)]).toEqual([
      0,
      ['list_tours', 'list_apps', 'read_operation', 'search_docs', 'explain_error', 'explain_request'],
    ]);
    for (const { annotations } of tools)
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  });

  test('offers no operation whose answer holds a secret, and none that changes something', async () => {
    const { answers } = await told([request('tools/list')]);
    const { enum: offered } = answers[0].result.tools[2].inputSchema.properties.operation;
    const closed = gatewayEndpoints.filter(({ method, data }) => method !== 'GET' || secretPaths(data).length > 0);
    expect(closed.map(({ name }) => name)).toEqual(expect.arrayContaining(['access-token', 'vr-submit']));
    expect(offered.filter((name: string) => closed.some((one) => one.name === name))).toEqual([]);
    const { answers: refused } = await told(closed.map(({ name }) => call('read_operation', { operation: name })));
    for (const answer of refused) expect(answer.result.isError).toBe(true);
  });

  test('lists apps and tours, and explains codes and requests', { tags: 'slow' }, async () => {
    const { answers } = await told([
      call('list_apps'),
      call('list_tours'),
      call('explain_error', { code: 'err_access_token_expired' }),
      call('explain_error', { code: 'TEAM_REQUIRED' }),
      call('explain_error', { code: '__proto__' }),
      call('explain_request', { request_id: '2f6c0a9e-8d41-4b53-9c7a-5e1d0b3f4a68' }),
      call('explain_request'),
    ]);
    expect(JSON.parse(textOf(answers[0])).apps).toMatchObject([{ name: 'Viewing room', appKey }]);
    expect(JSON.parse(textOf(answers[1]))).toMatchObject({ tours: [] });
    expect(JSON.parse(textOf(answers[2]))).toMatchObject({
      name: 'err_access_token_expired',
      of: 'gateway',
      advice: expect.any(String),
    });
    expect(JSON.parse(textOf(answers[3]))).toMatchObject({ of: 'portal', httpStatus: 403 });
    expect(answers.slice(4).map(({ result }) => result.isError)).toEqual([true, true, true]);
    expect(textOf(answers[5])).toContain('CALL_NOT_FOUND');
    expect(textOf(answers[6])).toBe('request_id is missing.');
  });

  test('a ping is answered while a tool is called, and the call in progress when the input ends', async () => {
    const held: ServerResponse[] = [];
    const slow = createServer((_, response) => held.push(response));
    await once(slow.listen(0, '127.0.0.1'), 'listening');
    const { port } = slow.address() as AddressInfo;
    const env = store.env({
      ...{
        OPENHOUSE_BASE_URL: `http://127.0.0.1:${port}`,
        OPENHOUSE_APP_KEY: appKey,
        OPENHOUSE_APP_SECRET: 'ohs_slow',
      },
    });
    const world = keptWorld(env, undefined, {
      directory: store.root,
      stdin: {
        line: async () => '',
        lines: async function* () {
          const parameters = { resource_code: 'loft' };
          yield request(
            'tools/call',
            { name: 'read_operation', arguments: { operation: 'vr-info', parameters } },
            'slow',
          );
          await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1);
          yield request('ping', {}, 'quick');
          await expect.poll(() => world.written.out, { timeout: 10_000 }).toContain('"quick"');
          expect(world.written.out).not.toContain('"slow"');
          held[0]?.writeHead(403).end('<html>');
        },
      },
    });
    expect(await run(['mcp', '--team', 'acme'], world)).toBe(0);
    slow.close();
    expect(
      world.written.out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).id),
    ).toEqual(['quick', 'slow']);
  });

  test('says what is missing where no app is configured or no gateway answers, and holds no secret', async () => {
    const read = call('read_operation', { operation: 'vr-info', parameters: { resource_code: 'loft' } });
    const { answers } = await told([read]);
    expect([answers[0].result.isError, textOf(answers[0])]).toEqual([
      true,
      expect.stringContaining('No app configured'),
    ]);
    const secret = 'ohs_not-to-be-seen';
    const env = { OPENHOUSE_BASE_URL: 'http://127.0.0.1:1', OPENHOUSE_APP_KEY: appKey, OPENHOUSE_APP_SECRET: secret };
    const away = await told([read], env);
    expect(textOf(away.answers[0])).toContain('does not answer');
    expect(away.out + away.err).not.toContain(secret);
  });
});
