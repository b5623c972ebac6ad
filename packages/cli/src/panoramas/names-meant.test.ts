import { expect, test } from 'vitest';
import { namesMeant } from './names-meant.ts';

const [composed, decomposed] = ['\u00e9', 'e\u0301'];
const hangul = '한글';

test.each<[string, string, string[], string[]]>([
  ['itself', 'a', ['A', 'a'], ['a']],
  ['the same, decomposed', composed, ['E', decomposed], [decomposed]],
  ['the same, composed', decomposed, [composed], [composed]],
  ['syllables that macOS takes apart', hangul, [hangul.normalize('NFD')], [hangul.normalize('NFD')]],
  ['the only one that differs in capitals', 'Hall.jpg', ['hall.JPG', 'attic.jpg'], ['hall.JPG']],
  [
    'one that differs in both',
    `HALL ${composed}`,
    [`Hall ${decomposed.toUpperCase()}`],
    [`Hall ${decomposed.toUpperCase()}`],
  ],
  ['either of two', 'Hall', ['HALL', 'hall'], ['HALL', 'hall']],
  ['nothing', 'hall', ['attic'], []],
])('a name means %s', (_, name, names, meant) => {
  expect(namesMeant(name, names)).toEqual(meant);
});
