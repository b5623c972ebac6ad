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
])('no spelling names the Team or another tour: %s', (address) => {
  const read = JSON.stringify(JSON.parse(shown(`["${address}"]`)));
  expect(read).not.toMatch(/team-1|cellar/);
});

test.each([String.raw`{"name":"\u5ba2\u5385","n":1.0}`, '{"name":"a","n":-0}'])(
  'an answer without one stays: %s',
  (json) => expect(shown(json)).toBe(json),
);
