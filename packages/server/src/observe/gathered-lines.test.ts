import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { gatherLines } from './gathered-lines.ts';

describe('gathered lines', () => {
  test('come whole, in their order, and none is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ -~]{0,40}$/)), (texts) => {
        const handed: string[] = [];
        const lines = gatherLines((text) => handed.push(String(text)), { bytes: 64, afterMs: 1000 });
        for (const text of texts) lines.add(`${text}\n`);
        lines.flush();
        expect(handed.join('')).toBe(texts.map((text) => `${text}\n`).join(''));
        for (const text of handed) {
          expect(text.endsWith('\n')).toBe(true);
          expect(text.length).toBeLessThanOrEqual(64);
        }
      }),
    );
  });

  test('go together until there are enough of them', () => {
    const handed: string[] = [];
    const lines = gatherLines((text) => handed.push(String(text)), { bytes: 8, afterMs: 1000 });
    lines.add('abc\n');
    lines.add('def\n');
    expect(handed).toEqual([]);
    lines.add('g\n');
    expect(handed).toEqual(['abc\ndef\n']);
    lines.flush();
    lines.flush();
    expect(handed).toEqual(['abc\ndef\n', 'g\n']);
  });

  test('one that is longer than all goes alone, after what came before it', () => {
    const handed: string[] = [];
    const lines = gatherLines((text) => handed.push(String(text)), { bytes: 8, afterMs: 1000 });
    lines.add('abc\n');
    lines.add('a line that is longer\n');
    expect(handed).toEqual(['abc\n', 'a line that is longer\n']);
  });

  test('do not wait longer than they may', () => {
    vi.useFakeTimers();
    try {
      const handed: string[] = [];
      const lines = gatherLines((text) => handed.push(String(text)), { bytes: 64, afterMs: 100 });
      lines.add('abc\n');
      vi.advanceTimersByTime(99);
      expect(handed).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(handed).toEqual(['abc\n']);
    } finally {
      vi.useRealTimers();
    }
  });
});
