// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { startLanguages } from '../../languages/start-languages.ts';
import { RefusedTours } from './refused-tours.tsx';

afterEach(cleanup);

const refused = [
  {
    label: '公园旁的复式',
    problemCount: 2,
    problems: [
      { file: 'hot-list.json', pointer: '/tagList/3', expected: "',' or '}'", found: '"x" at line 3, column 9' },
      { file: 'work.json', pointer: '', expected: 'a work: an object', found: 'an array of 3' },
    ],
  },
];

test.each([
  ['en', ["',' or '}'", 'a work: an object'], ['"x" at line 3, column 9', 'an array of 3']],
  ['zh', ["',' 或 '}'", '作品：一个对象'], ['"x"（第 3 行第 9 列）', '3 个元素的数组']],
] as const)('what is wrong is said in the language of the page: %s', async (language, expected, found) => {
  render(
    <I18nextProvider i18n={await startLanguages(language)}>
      <RefusedTours refused={refused} />
    </I18nextProvider>,
  );
  const items = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
  expect(items).toHaveLength(2);
  for (const [at, item] of items.entries()) {
    expect(item).toContain(expected[at]);
    expect(item).toContain(found[at]);
  }
});
