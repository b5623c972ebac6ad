import { expect, test } from 'vitest';
import { sizeText } from './bytes.ts';

test.each([
  [0, 'en', '0 bytes'],
  [999, 'en', '999 bytes'],
  [1000, 'en', '1 kB'],
  [7_412_044, 'en', '7.4 MB'],
  [268_435_456, 'en', '268 MB'],
  [5_000_000_000_000, 'en', '5,000 GB'],
  [7_412_044, 'zh', '7.4 MB'],
])('%d bytes are, in %s, "%s"', (bytes, language, text) => {
  expect(sizeText(bytes, language)).toBe(text);
});
