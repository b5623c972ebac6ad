// @vitest-environment happy-dom
import type { ImportProblemGroup } from '@openhouse/contract';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { startLanguages } from '../../languages/start-languages.ts';
import { ImportSummary } from './import-summary.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const group = (place: string, kind: ImportProblemGroup['kind'], odd: string, tours: number): ImportProblemGroup => ({
  problem: `${place} ${odd}`.trim(),
  place,
  kind,
  tours,
  count: tours,
  meaning: `meaning of ${kind}`,
  example: { label: 'estate.zip/a', file: 'vr-info.json', pointer: '/x', expected: 'a string', found: '7' },
});
const problems = [
  group('vr-info.json#/model/file_url', 'missing', 'missing', 250),
  group('vr-info.json#/create_time', 'other-type', 'of another type', 3),
  group('', 'other-hosts', 'files at other hosts', 1),
];

test.each([
  [
    'en',
    'What differs',
    [
      ['250', 'vr-info.json#/model/file_url missing', 'a found: 7', 'meaning of missing'],
      ['3', 'vr-info.json#/create_time of another type', 'a found: 7', 'meaning of other-type'],
      ['1', 'files at other hosts', 'a found: 7', 'meaning of other-hosts'],
    ],
  ],
  [
    'zh',
    '有何不同',
    [
      [
        '250',
        'vr-info.json#/model/file_url 缺少',
        'a 实际：7',
        '查看器找不到模型文件；读取 model.layers 的查看器显示其中的图层',
      ],
      ['3', 'vr-info.json#/create_time 类型不同', 'a 实际：7', '原样返回，严格的客户端可能出错'],
      ['1', '文件在其他主机上', 'a 实际：7', '查看器从那里加载'],
    ],
  ],
] as const)('each kind of problem stands once, with count, example and meaning: %s', async (language, title, rows) => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:test';
  });
  // Followed, it would leave the page.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  render(
    <I18nextProvider i18n={await startLanguages(language)}>
      <ImportSummary problems={problems} fullReport={'{"label":"a"}\n'} name="estate.zip" />
    </I18nextProvider>,
  );
  const table = within(screen.getByRole('region', { name: `${title}: estate.zip` })).getByRole('table');
  const [, ...shown] = within(table).getAllByRole('row');
  expect(shown.map((row) => [...row.children].map((cell) => cell.textContent?.trim()))).toEqual(rows);
  fireEvent.click(screen.getByRole('button'));
  expect(await saved[0]?.text()).toBe('{"label":"a"}\n');
});
