import { expect, test } from 'vitest';
import { answeredByAnother, PortalUnreachable } from '../api/portal-error.ts';
import { en } from '../languages/en.ts';
import { unreachableWords } from './unreachable-words.ts';

const t = ((key: string, { status = '' } = {}) =>
  en.problems[key.replace('problems.', '') as 'elsewhereText'].replace('{{status}}', status)) as never;

test.each([
  ['nothing', new PortalUnreachable('The portal did not answer.'), /^No answer arrived\. Check your connection/],
  [
    'a proxy with nothing behind it',
    answeredByAnother(502),
    /^A proxy answered with HTTP 502: .* tell your operator\.$/,
  ],
  ['a proxy that waited too long', answeredByAnother(504), /^A proxy answered with HTTP 504/],
  ['a proxy that takes no large bodies', answeredByAnother(413), /nothing of this size \(HTTP 413\)/],
  ['the page of a network', answeredByAnother(200), /\(HTTP 200\), such as a network that wants you to sign in/],
  ['what the page itself threw', new TypeError('x is undefined'), /^No answer arrived/],
])('%s came in place of an answer: what to do', (_, error, says) => {
  expect(unreachableWords(t, error)).toMatch(says);
});
