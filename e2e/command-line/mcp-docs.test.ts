import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { questions } from '../../packages/portal/src/pages/docs/search/questions.ts';
import { root } from '../service.ts';
import { newMachine } from './openhouse.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhouse-mcp-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Place {
  readonly address: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}
interface Answer {
  readonly id: number;
  readonly result: { readonly content: readonly { readonly text: string }[]; readonly isError: boolean };
}

let machines = 0;
/** Asks the built command, as an agent starts it: a process that is signed in nowhere. */
async function asked(inputs: readonly object[]): Promise<readonly Answer['result'][]> {
  machines += 1;
  const machine = await newMachine(folder, `agent-${machines}`);
  const message = (method: string, params: object, id?: number) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const lines = [
    message(
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'e2e', version: '0' } },
      0,
    ),
    message('notifications/initialized', {}),
    ...inputs.map((input, index) => message('tools/call', { name: 'search_docs', arguments: input }, index + 1)),
  ];
  const { exitCode, out, err } = await machine.tell(`${lines.join('\n')}\n`, 'mcp');
  expect([exitCode, err]).toEqual([0, '']);
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
  return inputs.map((_, index) => {
    const answer = answers.find(({ id }) => id === index + 1);
    if (answer === undefined) throw new Error(`no answer to ${index + 1}: ${out}`);
    return answer.result;
  });
}
const placesOf = ({ content }: Answer['result']) => (JSON.parse(content[0]?.text ?? '') as { places: Place[] }).places;

describe('an agent that searches the docs', { tags: ['slow', 'long'] }, () => {
  test('is led where the pages lead: every question of the table', async () => {
    const inputs = questions.map(([language, question]) => ({ question, language }));
    const results = await asked(inputs);
    const missed = questions.filter(([, , answers], index) => {
      const result = results[index];
      const pages = result === undefined ? [] : placesOf(result).map(({ address }) => address.slice('/docs/'.length));
      const first = [...new Set(pages.map((page) => page.split('#')[0]))].slice(0, 3);
      return !first.some((page) => page !== undefined && answers.includes(page));
    });
    expect(missed).toEqual([]);
  });

  test('gets the text of the section, and an address that there is', async () => {
    const [result] = await asked([{ question: 'verify a webhook in Python' }]);
    const places = result === undefined ? [] : placesOf(result);
    expect(places.map(({ address }) => address)).toContain('/docs/webhooks#receive-in-python');
    expect(places.find(({ address }) => address.endsWith('#receive-in-python'))?.text).toContain('hmac');
    for (const { address } of places) {
      const page = address.replace(/#.*$/, '');
      await expect(readFile(join(root, 'packages/portal/dist', `${page}.md`), 'utf8')).resolves.toContain('#');
    }
  });

  test('is told what is wrong with a question, and that nothing was found', async () => {
    const [none, empty, language] = await asked([
      { question: 'zzzzqqqq' },
      { question: '' },
      { question: 'token', language: 'fr' },
    ]);
    expect(none === undefined ? [] : placesOf(none)).toEqual([]);
    expect([empty?.isError, language?.isError]).toEqual([true, true]);
    expect(language?.content[0]?.text).toBe('The docs are in en and zh.');
  });
});
