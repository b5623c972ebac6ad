// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { layCover } from './lay-cover.ts';

test('a cover lies over the view until it is taken away, and loads no longer then', () => {
  const view = document.createElement('div');
  const uncover = layCover(view, 'https://files.example/cover.jpg');
  const cover = view.querySelector('img');
  expect([cover?.src, cover?.alt, cover?.style.pointerEvents]).toEqual(['https://files.example/cover.jpg', '', 'none']);
  uncover();
  uncover();
  expect([view.childElementCount, cover?.hasAttribute('src')]).toEqual([0, false]);
});

test('a tour without a cover lays nothing', () => {
  const view = document.createElement('div');
  layCover(view, undefined)();
  expect(view.childElementCount).toBe(0);
});
