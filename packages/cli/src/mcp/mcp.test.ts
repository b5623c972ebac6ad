import { gatewayEndpoints, secretPaths } from '@openhouse/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../run.ts';
import { useCommandStore } from '../testing/store.ts';
import { keptWorld } from '../testing/world.ts';
import { answerLine, type Tool, ToolRefusal } from './protocol.ts';

const facts = { version: '0.0.0', instructions: '' };
const request = (method: string, params: object = {}, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const call = (name: string, input: object = {}) => request('tools/call', { name, arguments: input });

const echo: Tool = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  inputSchema: { type: 'object' },
  call: async ({ text, fail }) => {
    if (fail === true) throw new ToolRefusal('No.');
    return String(text);
  },
};
const answered = async (line: string) => {
  const answer = await answerLine(line, [echo], facts);
  return answer === undefined ? undefined : JSON.parse(answer);
};

describe('the protocol', () => {
  test.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('a client of version %s is answered with %s', async (protocolVersion, expected) => {
    const { result } = await answered(request('initialize', { protocolVersion, capabilities: {} }));
    expect(result).toMatchObject({
      protocolVersion: expected,
      serverInfo: { name: 'openhouse' },
      capabilities: { tools: {} },
    });
  });

  test.each([
    ['{', -32700, null],
    ['[]', -32600, null],
    ['7', -32600, null],
    ['{"id":1}', -32600, null],
    ['{"id":{},"method":"ping"}', -32600, null],
    ['{"id":4,"method":"ping","params":[]}', -32602, null],
    [request('resources/list', {}, 5), -32601, 5],
    [request('tools/call', { name: 'delete_tour' }, 'six'), -32602, 'six'],
    [request('tools/call', { name: 'echo', arguments: 'loft' }, 7), -32602, 7],
  ])('%s is refused with %s', async (line, code, id) => {
    expect(await answered(line)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
  });

  test('a notification has no answer, whatever it is', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled', 'tools/call', 'anything']) {
      expect(await answered(JSON.stringify({ jsonrpc: '2.0', method }))).toBeUndefined();
    }
  });

  test('any line is answered in one line of JSON, or not at all', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), async (line) => {
        const answer = await answerLine(line, [echo], facts);
        if (answer === undefined) return;
        expect(answer).not.toContain('\n');
        expect(JSON.parse(answer)).toMatchObject({ jsonrpc: '2.0' });
      }),
    ));

  test('a long answer is cut, and says so; a refusal is the answer of the tool', async () => {
    const { result } = await answered(call('echo', { text: 'x'.repeat(100_000) }));
    expect(result.content[0].text).toMatch(/^x{60000}\n\[cut: 40000 further characters/);
    expect((await answered(call('echo', { fail: true }))).result).toEqual({
      content: [{ type: 'text', text: 'No.' }],
      isError: true,
    });
  });
});

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
