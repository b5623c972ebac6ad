import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inheritedEnv } from '../service.ts';
import {
  checkoutOf,
  commitOfOlderSchema,
  type EarlierCheckout,
  giveSchema,
  installDependencies,
} from './earlier-checkout.ts';

const run = promisify(execFile);
/** What back ends and people do all day, of the earlier program's own tests; those that it does not have are left out. */
const SLICE = [
  'gateway/reads/reads',
  'gateway/tokens/routes',
  'gateway/tours/list-tours',
  'gateway/activation/activation',
  'gateway/accounting/accounting',
  'portal/session/session',
  'portal/teams/teams',
  'portal/apps/places',
  'portal/apps/reveal',
  'portal/apps/delete-app',
  'portal/tours/imports',
  'tours/import/import-tours',
].map((name) => `packages/server/src/${name}.test.ts`);
/** Far fewer than there are: a slice that finds next to nothing shows nothing. */
const LEAST_TESTS = 200;
const RUN_MS = 540_000;

/** What is read of vitest's report. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

// The commit is read before vitest knows which tests there are: their names say which it is.
const commit = process.env.PREVIOUS_RELEASE || (await commitOfOlderSchema());

describe.skipIf(commit === undefined)(
  'the program before the newest migrations (git history)',
  { tags: ['slow', 'long'] },
  () => {
    let earlier: EarlierCheckout;
    beforeAll(async () => {
      earlier = await checkoutOf(commit ?? '');
      await installDependencies(earlier.path);
    }, RUN_MS);
    afterAll(() => earlier?.remove());

    test('passes its own tests on the schema of this one', { timeout: RUN_MS }, async () => {
      const given = await giveSchema(earlier.path);
      expect(given).not.toEqual([]);
      const file = join(earlier.path, 'report.json');
      const args = [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--maxWorkers=1',
        '--reporter=json',
        `--outputFile=${file}`,
      ];
      const slice = SLICE.filter((one) => existsSync(join(earlier.path, one)));
      // It would take itself for a worker of this run.
      const ofThisRun = /^(VITEST|TEST$|NODE_OPTIONS$)/;
      const env = Object.fromEntries(Object.entries(inheritedEnv).filter(([name]) => !ofThisRun.test(name)));
      const ended = await run(process.execPath, [...args, ...slice], { cwd: earlier.path, env, maxBuffer: 1e8 }).catch(
        (error: { stdout: string; stderr: string }) => error,
      );
      if (!existsSync(file)) throw new Error(`${ended.stdout}\n${ended.stderr}`);
      const { numPassedTests, testResults } = JSON.parse(await readFile(file, 'utf8')) as Report;
      const failed = testResults.flatMap(({ name, message, assertionResults }) => [
        ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
        ...(message === '' ? [] : [`${name}: ${message}`]),
      ]);
      expect(failed).toEqual([]);
      expect(numPassedTests).toBeGreaterThan(LEAST_TESTS);
      console.log(`${commit}: ${numPassedTests} tests passed, with ${given.join(', ')} which it does not know`);
    });
  },
);
