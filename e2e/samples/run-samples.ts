import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { type RunningService, root } from '../service.ts';
import { asCommonJs } from './as-commonjs.ts';
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

/** What a reader has installed, and how their programs load it. */
export interface Packages {
  /** The `node_modules` that lies beside the samples. */
  readonly modules: string;
  /** CommonJS programs are those of the page, translated as compilers do it. */
  readonly form: 'esm' | 'cjs';
}

export const packagesOfCheckout: Packages = { modules: join(root, 'node_modules'), form: 'esm' };

/** Where samples listen themselves. */
const SAMPLE_PORT = /\b8080\b/g;

/** A text of the docs with a service's addresses and app key in it. */
export function fillerFor({ demo }: Pick<RunningService, 'demo'>, port: number, { form }: Packages) {
  return (code: string): string => {
    const filled = code
      .replaceAll('http://localhost:4001', demo.base_url)
      .replaceAll('http://localhost:4000', demo.portal_url)
      .replaceAll('YOUR_APP_KEY', demo.app_key)
      .replaceAll('YOUR_APP_SECRET', demo.app_secret)
      .replaceAll(SAMPLE_PORT, String(port));
    return form === 'esm' ? filled : filled.replaceAll('.mjs', '.cjs');
  };
}

/** Writes the files of a page below a directory, and what is installed there. */
export async function writeFiles(
  samples: readonly Sample[],
  directory: string,
  filled: (code: string) => string,
  { modules, form }: Packages,
): Promise<void> {
  await symlink(modules, join(directory, 'node_modules'));
  for (const sample of samples) {
    const name = fileOf(sample);
    if (name === undefined) continue;
    const file = join(directory, filled(name));
    const isProgram = name.endsWith('.mjs') && form === 'cjs';
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, isProgram ? await asCommonJs(filled(sample.code)) : `${filled(sample.code)}\n`);
  }
}

/** `require` loads no modules then, as before Node 20.19, and as in Jest. */
const WITHOUT_MODULES = '--no-experimental-require-module';

/** What the environment of a program has for the form that it is in. */
export const envFor = ({ form }: Packages): NodeJS.ProcessEnv =>
  form === 'esm' ? {} : { NODE_OPTIONS: WITHOUT_MODULES };

/**
 * Runs the samples of a page in their order, in one shell, as a reader would: in a directory of their own, with the
 * packages installed and the demo app's secret in the environment.
 * @param port Free port for a sample that listens.
 * @param packages What is installed; the checkout's own by default.
 */
export async function runSamples(
  samples: readonly Sample[],
  service: Pick<RunningService, 'demo' | 'dataDirectory' | 'env'>,
  more: NodeJS.ProcessEnv,
  port: number,
  packages: Packages = packagesOfCheckout,
): Promise<SampleRun> {
  const directory = await mkdtemp(join(tmpdir(), 'openhouse-samples-'));
  await symlink(service.dataDirectory, join(directory, '.openhouse'));
  const filled = fillerFor(service, port, packages);
  await writeFiles(samples, directory, filled, packages);
  const steps: string[] = [];
  for (const [index, sample] of samples.entries())
    if (isRun(sample)) steps.push(await stepOf(sample, filled(sample.code), index, directory, packages));
  const script = ["set -euo pipefail; trap 'kill $(jobs -p) 2>/dev/null || true' EXIT", ...steps].join('\n');
  await writeFile(join(directory, 'run.sh'), script);
  const secret = { OPENHOUSE_APP_SECRET: service.demo.app_secret };
  const env = { ...service.env, ...secret, LC_ALL: 'C.UTF-8', ...envFor(packages), ...more };
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
async function stepOf(
  { language }: Sample,
  code: string,
  index: number,
  directory: string,
  { form }: Packages,
): Promise<string> {
  const into = `> out-${index} 2> err-${index}`;
  if (language === 'sh') return `echo ${index} > step\n{\n${code}\n} ${into}`;
  const { command, ending } = languages[language] ?? { command: 'node', ending: form === 'esm' ? 'mjs' : 'cjs' };
  const name = `sample-${index}.${ending}`;
  await writeFile(join(directory, name), language === 'ts' ? await programOf(code, form) : code);
  return `echo ${index} > step\n${command} ${name} ${into}`;
}

const programOf = async (code: string, form: Packages['form']) =>
  form === 'esm' ? (await transform(code, { loader: 'ts', format: 'esm', target: 'es2023' })).code : asCommonJs(code);

/** How long the samples of a page may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 900_000;

function exitCode(cwd: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn('bash', ['run.sh'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], timeout: PATIENCE_MS });
  return new Promise((resolve) => child.once('exit', resolve));
}
