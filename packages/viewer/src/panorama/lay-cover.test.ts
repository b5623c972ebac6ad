// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { layCover } from './lay-cover.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a cover lies over the view until it is taken away, and loads no longer then', () => {
  const view = document.createElement('div');
  const uncover = layCover(view, 'https://files.example/cover.jpg');
  vi.runAllTimers();
  const cover = view.querySelector('img');
  expect([cover?.src, cover?.alt, cover?.style.pointerEvents]).toEqual(['https://files.example/cover.jpg', '', 'none']);
  uncover();
  uncover();
  expect([view.childElementCount, cover?.hasAttribute('src')]).toEqual([0, false]);
});

test('a cover is not asked for where the view has its own pictures at once', () => {
  const view = document.createElement('div');
  const uncover = layCover(view, 'https://files.example/cover.jpg');
  expect(view.childElementCount).toBe(0);
  uncover();
  vi.runAllTimers();
  expect(view.childElementCount).toBe(0);
});

test('a tour without a cover lays nothing', () => {
  const view = document.createElement('div');
  layCover(view, undefined)();
  expect(view.childElementCount).toBe(0);
});
