import { expect } from 'vitest';
import { runnable } from './languages.ts';
import { differences, printsAs } from './matches.ts';
import { has, isRun, type Sample } from './read-samples.ts';
import type { SampleRun } from './run-samples.ts';

/** Every sample of a page ran, and printed what the page shows below it. */
export function expectAsShown(samples: readonly Sample[], { printed, filled, failure }: SampleRun): void {
  expect(failure).toBeUndefined();
  for (const [index, sample] of samples.entries()) {
    for (const shownBy of sourcesOf(samples, index).filter(runnable)) {
      const text = printed.get(shownBy) ?? '';
      const shown = filled(sample.code);
      const where = `line ${sample.line}`;
      if (has(sample, 'output')) expect([printsAs(shown, text), text]).toEqual([true, text]);
      if (has(sample, 'answer')) expect([where, ...differences(shown, JSON.parse(text))]).toEqual([where]);
    }
  }
}

/** The samples that an answer or an output belongs to: those that run directly above it. */
export function sourcesOf(samples: readonly Sample[], index: number): Sample[] {
  const sources: Sample[] = [];
  for (let at = index; at > 0 && samples[at]?.follows === true; at--) {
    const before = samples[at - 1];
    if (before === undefined || !isRun(before)) break;
    sources.push(before);
  }
  return sources;
}
