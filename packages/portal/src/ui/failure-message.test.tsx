import { expect, test } from 'vitest';
import { answeredByAnother, PortalUnreachable } from '../api/portal-error.ts';
import { en } from '../languages/en.ts';
import { unreachableWords } from './failure-message.tsx';

const t = ((key: string, { status = '' } = {}) =>
  en.problems[key.replace('problems.', '') as 'elsewhereText'].replace('{{status}}', status)) as never;

test.each([
  ['nothing', new PortalUnreachable('The portal did not answer.'), /^No answer arrived\. Check your connection/],
  ['a proxy with nothing behind it', answeredByAnother(502), /^Something in front of the portal answered: HTTP 502\. /],
  ['a proxy that takes no large bodies', answeredByAnother(413), /HTTP 413\. Try again; .* tell your operator\.$/],
  ['what the page itself threw', new TypeError('x is undefined'), /^No answer arrived/],
])('%s came in place of an answer: what to do', (_, error, says) => {
  expect(unreachableWords(t, error)).toMatch(says);
});
