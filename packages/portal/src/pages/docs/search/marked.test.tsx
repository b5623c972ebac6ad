// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Marked } from './marked.tsx';

afterEach(cleanup);

test.each([
  ['Rotate the secret', ['rotat', 'secret'], ['Rotate', 'secret']],
  ['A token may read it', ['token'], ['token']],
  ['Tokens, and what a tokenless call gets', ['token'], ['Tokens', 'tokenless']],
  ['err_rate_limited', ['err_rate_limited', 'rate', 'limit'], ['err_rate_limited']],
  ['A pirate at a rate', ['rate'], ['rate']],
  ['换取令牌，令牌过期', ['令牌', '过期'], ['令牌', '令牌', '过期']],
  ['What is (a+b)?', ['(a+b)'], ['(a+b)']],
  ['Nothing of it', [], []],
])('of %s, found by %j, these are marked: %j', (text, words, marked) => {
  const { container } = render(<Marked text={text} words={words} />);
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(marked);
  expect(container.textContent).toBe(text);
});
