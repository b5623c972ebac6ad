import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trackedFiles } from '../test/tracked-files.ts';
import { type Coverage, watchCoverage } from './coverage.ts';
import { type Findings, runTarget } from './run-target.ts';
import type { Target } from './target.ts';
import { cookies } from './targets/cookies.ts';
import { targets } from './targets/index.ts';
import { keepVectors, readVectors, vectorsDirectory } from './vectors.ts';

const SEED = 1;
const INPUTS = 2000;

async function fuzzed(target: Target): Promise<Findings> {
  const coverage = await watchCoverage(target.sources);
  try {
    return await runTarget(target, coverage, { known: [], inputs: INPUTS, seed: SEED });
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

  test('finds an input that two readers differ about, makes it as short as it can be, and keeps it', {
    tags: 'slow',
  }, async () => {
    const { differences } = await fuzzed(careless);
    expect(differences.map(({ input }) => input.toString())).toEqual(['SVC_TOKEN=b']);
    const vectors = differences.map(({ input }) => ({ verdict: '', input }));
    expect(keepVectors('cookies', vectors, directory)).toBe(1);
    expect(readVectors('cookies', directory)).toEqual(vectors);
    expect(keepVectors('cookies', vectors, directory)).toBe(0);
  });

  /** V8 does not always count the same in a second run of one process: here each verdict stands for code of its own. */
  async function fuzzedByVerdicts(known: readonly Buffer[] = []): Promise<Findings> {
    const [ran, before] = [new Set<string>(), new Set<string>()];
    const judge = async (input: Buffer): Promise<string> => {
      const verdict = await cookies.judge(input);
      ran.add(verdict);
      return verdict;
    };
    const coverage: Coverage = {
      async look() {
        const seen = [...ran];
        ran.clear();
        const keep = () => {
          for (const one of seen) before.add(one);
        };
        return { isNew: seen.some((one) => !before.has(one)), keep };
      },
      share: () => 0,
      stop: async () => {},
    };
    return runTarget({ ...cookies, judge }, coverage, { known, inputs: INPUTS, seed: SEED });
  }

  test('remembers what reached something new, and nothing once that is known', async () => {
    const first = await fuzzedByVerdicts();
    expect(first.inputs).toBe(INPUTS);
    expect([...first.verdicts.keys()].sort()).toEqual(['a conflict', 'absent', 'one']);
    expect(first.reached.length).toBeGreaterThan(0);
    const second = await fuzzedByVerdicts(first.reached);
    expect([second.reached, second.inputs]).toEqual([[], INPUTS + first.reached.length]);
  });

  test('makes the same inputs of the same seed where the same ones reach something new', async () => {
    expect((await fuzzedByVerdicts()).verdicts).toEqual((await fuzzedByVerdicts()).verdicts);
  });

  test("sees by V8's counters that code runs", { tags: 'slow' }, async () => {
    const coverage = await watchCoverage(cookies.sources);
    try {
      await cookies.judge(Buffer.from('svc_token=a'));
      const seen = await coverage.look();
      expect(seen.isNew).toBe(true);
      seen.keep();
      expect(coverage.share()).toBeGreaterThan(0);
    } finally {
      await coverage.stop();
    }
  });
});
