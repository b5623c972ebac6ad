import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { type RunningService, root } from '../service.ts';
import { languages } from './languages.ts';
import { fileOf, isRun, type Sample } from './read-samples.ts';

/** What the samples of a page printed. */
export interface SampleRun {
  /** Standard output, by sample. */
  readonly printed: ReadonlyMap<Sample, string>;
  /** Standard error, by sample. */
  readonly complained: ReadonlyMap<Sample, string>;
  /** A text of the docs with this service's addresses and app key in it. */
  filled(text: string): string;
  /** Which sample failed, and what it said; undefined when all went well. */
  readonly failure: string | undefined;
  remove(): Promise<void>;
}

/** Where samples listen themselves. */
const SAMPLE_PORT = /\b8080\b/g;

/**
 * Runs the samples of a page in their order, in one shell, as a reader would: in a directory of their own, with the
 * packages installed and the demo app's secret in the environment.
 * @param port Free port for a sample that listens.
 */
export async function runSamples(
  samples: readonly Sample[],
  service: Pick<RunningService, 'demo' | 'dataDirectory' | 'env'>,
  more: NodeJS.ProcessEnv,
  port: number,
): Promise<SampleRun> {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-samples-'));
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  await symlink(service.dataDirectory, join(directory, '.openhouse'));
  const { base_url, portal_url, app_key, app_secret } = service.demo;
  const filled = (code: string) =>
    code
      .replaceAll('http://localhost:4001', base_url)
      .replaceAll('http://localhost:4000', portal_url)
      .replaceAll('YOUR_APP_KEY', app_key)
      .replaceAll('YOUR_APP_SECRET', app_secret)
      .replaceAll(SAMPLE_PORT, String(port));
  const steps: string[] = [];
  for (const [index, sample] of samples.entries()) {
    const file = fileOf(sample);
    if (file !== undefined) {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), `${filled(sample.code)}\n`);
    } else if (isRun(sample)) steps.push(await stepOf(sample, filled(sample.code), index, directory));
  }
  const script = ["set -euo pipefail; trap 'kill $(jobs -p) 2>/dev/null || true' EXIT", ...steps].join('\n');
  await writeFile(join(directory, 'run.sh'), script);
  const env = { ...service.env, OPENHOUSE_APP_SECRET: app_secret, LC_ALL: 'C.UTF-8', ...more };
  const ended = await exitCode(directory, env);
  const text = (name: string) => readFile(join(directory, name), 'utf8').catch(() => '');
  const printed = new Map<Sample, string>();
  const complained = new Map<Sample, string>();
  for (const [index, sample] of samples.entries()) {
    if (!isRun(sample)) continue;
    printed.set(sample, await text(`out-${index}`));
    complained.set(sample, await text(`err-${index}`));
  }
  const step = (await text('step')).trim();
  const failure = ended === 0 ? undefined : `line ${samples[Number(step)]?.line}: ${await text(`err-${step}`)}`;
  return { printed, complained, filled, failure, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** The part of the script that runs one sample; a shell sample runs in the shell itself, so that the next sees its variables. */
async function stepOf({ language }: Sample, code: string, index: number, directory: string): Promise<string> {
  const into = `> out-${index} 2> err-${index}`;
  if (language === 'sh') return `echo ${index} > step\n{\n${code}\n} ${into}`;
  const { command, ending } = languages[language] ?? { command: 'node', ending: 'mjs' };
  const name = `sample-${index}.${ending}`;
  const source =
    language === 'ts' ? (await transform(code, { loader: 'ts', format: 'esm', target: 'es2023' })).code : code;
  await writeFile(join(directory, name), source);
  return `echo ${index} > step\n${command} ${name} ${into}`;
}

/** How long the samples of a page may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 900_000;

function exitCode(cwd: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn('bash', ['run.sh'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], timeout: PATIENCE_MS });
  return new Promise((resolve) => child.once('exit', resolve));
}
