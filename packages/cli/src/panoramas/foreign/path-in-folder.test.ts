import { sep } from 'node:path';
import { expect, test } from 'vitest';
import { isAtAnotherHost, pathInFolder } from './path-in-folder.ts';

test.each([
  ['panos/a.jpg', 'panos/a.jpg'],
  ['panos\\a.jpg', 'panos/a.jpg'],
  ['a%20b.jpg?v=2', 'a b.jpg'],
  ['100%.jpg', '100%.jpg'],
  ['../a.jpg', undefined],
  ['panos\\..\\..\\a.jpg', undefined],
  ['%2e%2e/a.jpg', undefined],
])('%j in the folder is %j', (file, path) => {
  expect(
    pathInFolder('/tour', file)
      ?.replaceAll(sep, '/')
      .replace(/^.*\/tour\//, ''),
  ).toBe(path);
});

test('an address is at another host, with slashes of either kind', () => {
  expect(['https://example.com/a.jpg', '//example.com/a.jpg', '\\\\example.com\\a.jpg'].map(isAtAnotherHost)).toEqual([
    true,
    true,
    true,
  ]);
});
