import { describe, expect, test } from 'vitest';
import { anchorOf, readMarkdown } from './read-markdown.ts';

const keep = (href: string) => href;
const blocksOf = (text: string) => readMarkdown(`# Title\n\nLede.\n\n${text}`, keep).blocks;

test('a page begins with its title and its lede', () => {
  expect(readMarkdown('<!-- made -->\n\n# A `b`\n\nOne\nline.\n', keep)).toMatchObject({
    title: 'A b',
    lede: ['One line.'],
    blocks: [],
  });
  expect(() => readMarkdown('Text.', keep)).toThrow('begins with');
});

test.each([
  ['Ids beyond 2^53', 'ids-beyond-253'],
  ['err_rate_limited', 'err_rate_limited'],
  ["Keep it until shortly before it's over", 'keep-it-until-shortly-before-its-over'],
])('%s has the anchor that GitHub gives it: %s', (heading, anchor) => expect(anchorOf(heading)).toBe(anchor));

test('a link is written as one; a bare address stays text, up to its stop', () => {
  const [linked, bare] = blocksOf('See [there](/docs/tokens).\n\n留空时为 http://localhost:PORT。');
  expect(linked).toMatchObject({ text: ['See ', { link: '/docs/tokens', text: ['there'] }, '.'] });
  expect(bare).toMatchObject({ text: ['留空时为 http://localhost:PORT。'] });
});

describe('fences', () => {
  const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;

  test('the same in other languages stands side by side; an answer stands alone', () => {
    const [code, answer] = blocksOf([fence('sh', 'a'), fence('python', 'b'), fence('json answer', '{}')].join('\n\n'));
    expect(code).toMatchObject({ tabs: [{ name: 'Shell' }, { name: 'Python' }] });
    expect(answer).toMatchObject({ tabs: [{ name: 'Answer', language: 'json' }] });
  });

  test('a file is named, and no fence is of an unknown language', () => {
    expect(blocksOf(fence('js file=server.mjs', 'x'))).toMatchObject([{ tabs: [{ name: 'server.mjs' }] }]);
    expect(() => blocksOf(fence('cobol', 'x'))).toThrow('cobol');
  });
});

test('what the portal cannot draw is refused: raw HTML, pictures, deep headings', () => {
  for (const text of ['<b>x</b>', '![x](y.png)', '#### Deep']) expect(() => blocksOf(text)).toThrow();
});

test('lines of Chinese join without a blank, other lines with one', () => {
  expect(blocksOf('中文\n中文\nEnglish\nwords')).toEqual([{ kind: 'paragraph', text: ['中文中文 English words'] }]);
});
