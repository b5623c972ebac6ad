import { expect, test } from 'vitest';
import { withPublicFiles } from './rules.ts';

const shown = (json: string) => withPublicFiles(json, { team: 'team-1', code: 'loft' }, 'https://p.example/e/id/files');
const slashes = ['/', String.raw`\/`, String.raw`\u002f`, String.raw`\u002F`];

test.each(slashes)('an address is replaced however its slashes are written: %s', (slash) => {
  const address = ['https:', '', 'gateway.example', 'files', 'team-1', 'loft', 'a.png'].join(slash);
  expect(shown(`{"url":"${address}","n":36184089396510731}`)).toBe(
    '{"url":"https://p.example/e/id/files/a.png","n":36184089396510731}',
  );
});

test.each([
  String.raw`https://gateway.example/files/\u0074eam-1/loft/a.png`,
  String.raw`https://gateway.example\u002ffiles/team-1/cellar/a.png`,
  String.raw`\u0068ttps://gateway.example/files/team\u002d1/loft`,
  'https://gateway.example/files/%74eam-1/cellar/a.png',
  'https://gateway.example/files/team%2D1/loft/a.png',
  'https://gateway.example/%66iles/team-1/cellar/a.png',
  'https://gateway.example/files/TEAM-1/loft/a.png',
  'https://gateway.example/files/team-1',
  'See https://gateway.example/files/team-1 and team',
  'See https://gateway.example/files/team-1?x=1 and team',
  '/files/team-1/cellar/a.png',
  '//gateway.example/files/team-1/cellar/a.png',
  'https://pictures.example/small?of=https%3A%2F%2Fgateway.example%2Ffiles%2Fteam-1%2Fcellar%2Fa.png',
  'https://pictures.example/small?of=https%253A%252F%252Fgateway.example%252Ffiles%252Fteam%252D1%252Fcellar',
  "<img src='https://gateway.example&#47;files&#x2F;team-1/cellar/a.png'>",
  'https://gateway.example/files/&#116;eam-1/cellar/a.png',
  'https://gateway.example/files/team-1/loft/a.png?poster=/files/team-1/cellar/b.png',
  'https://gateway.example/files/team-1/loft/a.png?next=https%3A%2F%2Fgateway.example%2Ffiles%2Fteam-1%2Floft%2Fb.png',
  '/files/team-1/loft/a.png,/files/team-1/cellar/b.png',
])('no spelling names the Team or another tour: %s', (address) => {
  const read = JSON.stringify(JSON.parse(shown(`["${address}"]`)));
  expect(read).not.toMatch(/team-1|cellar/);
});

const own = 'https://p.example/e/id/files/a.png';
test.each<[string, string]>([
  ['https://gateway.example/files/%74eam-1/loft/a.png', own],
  ['https://gateway.example/files/team%2d1/%6coft/a.png?v=1#x', `${own}?v=1#x`],
  ['//gateway.example/files/team-1/loft/a.png', own],
  ['/files/team-1/loft/a.png', own],
  [
    'http://g.example/files/team-1/loft/a.png 2x,https://g.example/files/team-1/loft/a.png,https://e.example/b',
    `${own} 2x,${own},https://e.example/b`,
  ],
  ['见https://gateway.example/files/team-1/loft/a.png', `见${own}`],
  [
    'https://pictures.example/small?of=https://gateway.example/files/team-1/loft/a.png',
    `https://pictures.example/small?of=${own}`,
  ],
  ['https://gateway.example/files/team-12/loft/a.png', 'https://gateway.example/files/team-12/loft/a.png'],
  ['https://gateway.example/files/team-1/loft', 'https://p.example/e/id/files'],
  ['https://gateway.example/files/team-1/lofty/a.png', ''],
  ['https://gateway.example/files/team-1/%/a.png', ''],
])('an address of the tour stays one, and what is beside it stays: %s', (address, expected) => {
  expect(JSON.parse(shown(JSON.stringify([address])))).toEqual([expected]);
});

test.each([String.raw`{"name":"\u5ba2\u5385","n":1.0}`, '{"name":"a","n":-0}'])(
  'an answer without one stays: %s',
  (json) => expect(shown(json)).toBe(json),
);

test.each(['a.b', 'a*', '(a)'])('no character of the code %s means others', (team) => {
  const shownOf = (address: string) =>
    JSON.parse(withPublicFiles(JSON.stringify(address), { team, code: 'loft' }, 'f'));
  expect(shownOf('https://gateway.example/files/axb/loft/a.png')).toBe('https://gateway.example/files/axb/loft/a.png');
  expect(
    shownOf(`https://gateway.example/files/${team.replaceAll('(', '%28').replaceAll(')', '%29')}/loft/a.png`),
  ).toBe('f/a.png');
});
