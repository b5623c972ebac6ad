import { expect, it } from 'vitest';
import { filledPage } from './filled-page.ts';

const page = '<title>__NAME__</title><body data-reads="__READS__">__NAME__</body>';

it.each(["$& $$ $` $'", '__READS__'])('writes the name of a tour as it is: %s', (name) => {
  expect(filledPage(page, { NAME: name, READS: 'a b' })).toBe(
    `<title>${name}</title><body data-reads="a b">${name}</body>`,
  );
});
