import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trackedFiles } from '../test/tracked-files.ts';
import { watchCoverage } from './coverage.ts';
import { type Findings, runTarget } from './run-target.ts';
import type { Target } from './target.ts';
import { cookies } from './targets/cookies.ts';
import { targets } from './targets/index.ts';
import { keepVectors, readVectors, vectorsDirectory } from './vectors.ts';

const SEED = 1;
const INPUTS = 2000;

async function fuzzed(target: Target, known: readonly Buffer[] = []): Promise<Findings> {
  const coverage = await watchCoverage(target.sources);
  try {
    return await runTarget(target, coverage, { known, inputs: INPUTS, seed: SEED });
  } finally {
    await coverage.stop();
  }
}

describe.each(Object.entries(targets))('%s', (name, open) => {
  test('its vectors are judged as they were when they were kept, and differ in nothing', async () => {
    const vectors = readVectors(name);
    expect(vectors.length).toBeGreaterThan(0);
    const target = await open();
    try {
      expect(target.name).toBe(name);
      for (const { verdict, input } of vectors) {
        expect([input.toString('latin1'), await target.judge(input)]).toEqual([input.toString('latin1'), verdict]);
      }
    } finally {
      target.close?.();
    }
  });

  test('its sources are there', async () => {
    const target = await open();
    target.close?.();
    const missing = target.sources.filter((source) => !trackedFiles.some((path) => path.endsWith(source)));
    expect(missing).toEqual([]);
  });
});

test('every file of vectors is that of a target', () => {
  expect(readdirSync(vectorsDirectory).sort()).toEqual(
    Object.keys(targets)
      .map((name) => `${name}.ndjson`)
      .sort(),
  );
});

describe('a run', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openhouse-fuzz-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** A reader that takes the value of a cookie whose name is written in another case. */
  const careless: Target = {
    ...cookies,
    judge: (input) => {
      if (/svc_token=b/i.test(input.toString('latin1')) && !input.includes('svc_token=b'))
        throw new Error('another value');
      return cookies.judge(input);
    },
  };

  test('finds an input that two readers differ about, makes it as short as it can be, and keeps it', async () => {
    const { differences } = await fuzzed(careless);
    expect(differences.map(({ input }) => input.toString())).toEqual(['SVC_TOKEN=b']);
    const vectors = differences.map(({ input }) => ({ verdict: '', input }));
    expect(keepVectors('cookies', vectors, directory)).toBe(1);
    expect(readVectors('cookies', directory)).toEqual(vectors);
    expect(keepVectors('cookies', vectors, directory)).toBe(0);
  });

  test('remembers what reached new code, and nothing once that is known', async () => {
    const first = await fuzzed(cookies);
    expect(first.inputs).toBe(INPUTS);
    expect([...first.verdicts.keys()].sort()).toEqual(['a conflict', 'absent', 'one']);
    expect(first.reached.length).toBeGreaterThan(0);
    const second = await fuzzed(cookies, first.reached);
    expect(second.reached.length).toBeLessThanOrEqual(first.reached.length);
    expect(second.inputs).toBe(INPUTS + first.reached.length);
  });

  test('makes the same inputs of the same seed', async () => {
    const [one, other] = [await fuzzed(cookies), await fuzzed(cookies)];
    expect(other.verdicts).toEqual(one.verdicts);
  });
});
