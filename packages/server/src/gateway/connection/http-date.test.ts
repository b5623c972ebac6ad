import { expect, test } from 'vitest';
import { onceASecond } from './http-date.ts';

test('the form of RFC 9110, 5.6.7, to the second, forwards and backwards', () => {
  const httpDate = onceASecond((date) => date);
  const at = Date.UTC(1994, 10, 6, 8, 49, 37);
  expect(httpDate(at)).toBe('Sun, 06 Nov 1994 08:49:37 GMT');
  expect(httpDate(at + 999)).toBe('Sun, 06 Nov 1994 08:49:37 GMT');
  expect(httpDate(at + 1000)).toBe('Sun, 06 Nov 1994 08:49:38 GMT');
  expect(httpDate(at)).toBe('Sun, 06 Nov 1994 08:49:37 GMT');
});

test('the text around it is made once a second', () => {
  let made = 0;
  const text = onceASecond((date) => {
    made += 1;
    return `${made} ${date}`;
  });
  const at = Date.UTC(1994, 10, 6);
  expect([text(at), text(at + 1), text(at + 1000)].map((one) => one[0])).toEqual(['1', '1', '2']);
});
