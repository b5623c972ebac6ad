import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
    ['2025-03-26', '2025-03-26'],
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
    [`[${Array.from({ length: 21 }, () => request('ping'))}]`, -32600, null],
    ['{"id":null,"method":"ping"}', -32600, null],
    ['{"id":true,"method":"ping"}', -32600, null],
    ['{"id":9007199254740993,"method":"ping"}', -32600, null],
    ['{"id":-9007199254740993,"method":"ping"}', -32600, null],
    ['{"id":1e400,"method":"ping"}', -32600, null],
    ['{"id":4,"method":"ping","params":[]}', -32602, 4],
    ['{"id":4,"method":"tools/list","params":null}', -32602, 4],
    [request('resources/list', {}, 5), -32601, 5],
    [request('tools/call', { name: 'delete_tour' }, 'six'), -32602, 'six'],
    [request('tools/call', { name: 'echo', arguments: 'loft' }, 7), -32602, 7],
    [request('tools/call', {}, 8), -32602, 8],
    [request('tools/call', { name: ['echo'] }, 9), -32602, 9],
  ])('%s is refused with %s', async (line, code, id) => {
    expect(await answered(line)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
  });

  test.each([0, -1, 1.5, 9007199254740991, '', '9007199254740993', '__proto__'])(
    'an answer names the id %j',
    async (id) => {
      expect(await answered(request('ping', {}, id))).toEqual({ jsonrpc: '2.0', id, result: {} });
    },
  );

  test('a notification has no answer, whatever it is', async () => {
    expect(await answerLine('{"method":"ping","params":[]}', [], facts)).toBeUndefined();
    for (const method of ['notifications/initialized', 'notifications/cancelled', 'tools/call', 'anything']) {
      expect(await answered(JSON.stringify({ jsonrpc: '2.0', method }))).toBeUndefined();
    }
  });

  test('an answer has no answer, whatever it says', async () => {
    expect(await answered('{"jsonrpc":"2.0","id":1,"result":{}}')).toBeUndefined();
    expect(await answered('{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"No."}}')).toBeUndefined();
    expect(await answered('{"id":1,"method":"ping","result":{}}')).toMatchObject({ id: 1, result: {} });
  });

  test('a list is answered by a list, in its order, of what has an answer', async () => {
    const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await answered(`[${request('ping', {}, 'a')},${note},[],${call('echo', { text: 'b' })}]`)).toMatchObject([
      { id: 'a', result: {} },
      { id: null, error: { code: -32600 } },
      { id: 1, result: { content: [{ text: 'b' }] } },
    ]);
    expect(await answered(`[${note},${note}]`)).toBeUndefined();
  });

  test('a fault in one of a list leaves the others their answers', async () => {
    const broken = { ...echo, call: () => Promise.reject(new RangeError('Too far.')) };
    const answer = await answerLine(`[${call('echo')},${request('ping', {}, 2)}]`, [broken], facts);
    expect(JSON.parse(answer ?? '')).toMatchObject([
      { id: 1, error: { code: -32603 } },
      { id: 2, result: {} },
    ]);
  });

  test('a line may begin with a byte order mark', async () => {
    expect(await answered(`\ufeff${request('ping')}`)).toMatchObject({ id: 1, result: {} });
  });

  test('what a tool did not expect is an answer too', async () => {
    const broken = { ...echo, call: () => Promise.reject(new RangeError('Too far.')) };
    const answer = await answerLine(call('echo'), [broken], facts);
    expect(JSON.parse(answer ?? '')).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Too far.' } });
  });

  test('any line is answered in one line of JSON, or not at all', { tags: 'slow' }, () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), async (line) => {
        const answer = await answerLine(line, [echo], facts);
        if (answer === undefined) return;
        expect(answer).not.toContain('\n');
        for (const one of [JSON.parse(answer)].flat()) expect(one).toMatchObject({ jsonrpc: '2.0' });
      }),
    ),
  );

  test('a long answer is cut, and says so; a refusal is the answer of the tool', async () => {
    const { result } = await answered(call('echo', { text: 'x'.repeat(100_000) }));
    expect(result.content[0].text).toMatch(/^x{60000}\n\[cut: 40000 further characters/);
    expect((await answered(call('echo', { fail: true }))).result).toEqual({
      content: [{ type: 'text', text: 'No.' }],
      isError: true,
    });
  });
});
