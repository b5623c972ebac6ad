import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// Whole programs run here, several at a time on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** A small checkout of its own: one package, one dependency that lies beside it (no network), the real npm and tsc. */
let checkout: string;

const here = import.meta.dirname;

function write(path: string, text: string): void {
  const target = join(checkout, path);
  mkdirSync(join(target, '..'), { recursive: true });
  writeFileSync(target, text);
}

function writeJson(path: string, value: unknown): void {
  write(path, JSON.stringify(value));
}

/**
 * package.json and a lock file for a workspace and development dependencies that lie in the checkout: npm links them,
 * without a network. The workspace is the compiler, which hands on to the real one.
 */
function writeManifests(...dependencies: string[]): void {
  const root = {
    name: 'fixture',
    workspaces: ['typescript'],
    devDependencies: Object.fromEntries(dependencies.map((name) => [name, `file:${name}`])),
  };
  const packages: Record<string, unknown> = {
    '': root,
    'node_modules/typescript': { resolved: 'typescript', link: true },
    typescript: { version: '7.0.2' },
  };
  for (const name of dependencies) {
    writeJson(`${name}/package.json`, { name, version: '1.0.0' });
    packages[`node_modules/${name}`] = { resolved: name, link: true };
    packages[name] = { version: '1.0.0', dev: true };
  }
  writeJson('package.json', root);
  writeJson('package-lock.json', { name: 'fixture', lockfileVersion: 3, packages });
}

interface Run {
  exitCode: number | null;
  output: string;
}

/** Runs the checkout's own ensure.mjs, with the arguments given. */
function ensure(...options: string[]): Promise<Run> {
  return run('scripts/ensure.mjs', ...options);
}

function run(...programAndArguments: string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const child = spawn(process.execPath, programAndArguments, { cwd: checkout, env });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, output }));
  });
}

const quiet: Run = { exitCode: 0, output: '' };

/** A file in node_modules that an install would remove. */
const witness = 'node_modules/witness';

function built(): string {
  return readFileSync(join(checkout, 'packages/one/dist/index.js'), 'utf8');
}

/** Writes a source with a time that no earlier write had, however coarse the file system's clock. */
let later = 0;
function writeSource(text: string): void {
  write('packages/one/src/index.ts', text);
  later += 10;
  const seconds = Date.now() / 1000 + later;
  utimesSync(join(checkout, 'packages/one/src/index.ts'), seconds, seconds);
}

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'ensure-'));
  for (const part of ['ensure.mjs', 'ensure']) {
    cpSync(join(here, part), join(checkout, 'scripts', part), { recursive: true });
  }
  writeJson('typescript/package.json', { name: 'typescript', version: '7.0.2', type: 'module' });
  write('typescript/bin/tsc', `import ${JSON.stringify(join(here, '../node_modules/typescript/bin/tsc'))};`);
  writeManifests('first');
  writeJson('tsconfig.json', { files: [], references: [{ path: 'packages/one' }] });
  writeJson('packages/one/tsconfig.json', {
    compilerOptions: {
      composite: true,
      rootDir: 'src',
      outDir: 'dist',
      tsBuildInfoFile: 'dist/.tsbuildinfo',
      types: [],
    },
    include: ['src'],
  });
  writeSource('export const answer = 1;\n');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(checkout, { recursive: true });
});

describe('installing', () => {
  test('a fresh clone gets its dependencies, and a second run has nothing to do or say', {
    tags: ['slow', 'long'],
  }, async () => {
    const first = await ensure();
    expect(first.output).toContain('there is no node_modules yet');
    expect(first.exitCode).toBe(0);
    expect(existsSync(join(checkout, 'node_modules/first/package.json'))).toBe(true);
    expect(await ensure()).toEqual(quiet);
  });

  test('another lock file: installed again', { tags: ['slow', 'long'] }, async () => {
    await ensure();
    writeManifests('first', 'second');
    expect((await ensure()).output).toContain('package-lock.json has changed');
    expect(existsSync(join(checkout, 'node_modules/second/package.json'))).toBe(true);
    expect(await ensure()).toEqual(quiet);
  });

  test('dependencies of another Node or machine: installed again', { tags: ['slow', 'long'] }, async () => {
    await ensure();
    const stamp = join(checkout, 'node_modules/.openhouse-install');
    writeFileSync(stamp, readFileSync(stamp, 'utf8').replace(/Node \d+/, 'Node 8'));
    expect((await ensure()).output).toContain('they were installed for Node 8');
  });

  test('what `npm install` has just put there is left alone', { tags: ['slow', 'long'] }, async () => {
    await ensure();
    rmSync(join(checkout, 'node_modules/.openhouse-install'));
    writeFileSync(join(checkout, witness), '');
    expect(await ensure()).toEqual(quiet);
    expect(existsSync(join(checkout, witness))).toBe(true);
  });

  test("a failure shows npm's own words, then the remedy", async () => {
    writeJson('package-lock.json', {});
    const { exitCode, output } = await ensure();
    expect(exitCode).toBe(1);
    expect(output).toContain('npm error');
    expect(output).toContain('run the same command again');
    expect(output).not.toContain('    at ');
  });

  test('development dependencies come along under NODE_ENV=production', { tags: ['slow', 'long'] }, async () => {
    vi.stubEnv('NODE_ENV', 'production');
    await ensure();
    expect(existsSync(join(checkout, 'node_modules/first'))).toBe(true);
  });
});

describe('building', () => {
  /** The dependencies as `ensure` installs them, copied into each checkout: an install takes longer than most tests. */
  let installed = '';
  beforeEach(async () => {
    if (installed === '') {
      await ensure();
      installed = mkdtempSync(join(tmpdir(), 'ensure-installed-'));
      copyWithTimes(join(checkout, 'node_modules'), join(installed, 'node_modules'));
    } else {
      copyWithTimes(join(installed, 'node_modules'), join(checkout, 'node_modules'));
    }
  });
  afterAll(() => rmSync(installed, { recursive: true, force: true }));

  test('builds once, then not again until a source changes', { tags: ['slow', 'long'] }, async () => {
    expect((await ensure('--build')).output).toContain('have not been built yet');
    expect(built()).toContain('answer = 1');
    expect(await ensure('--build')).toEqual(quiet);

    writeSource('export const answer = 2;\n');
    expect((await ensure('--build')).output).toContain('sources have changed');
    expect(built()).toContain('answer = 2');
  });

  test.each([
    ['a source that was removed', () => rmSync(join(checkout, 'packages/one/src/more.ts')), 'sources have changed'],
    ['an older source that was put back', () => putBack('packages/one/src/more.ts'), 'sources have changed'],
    ['an output that was removed', () => rmSync(join(checkout, 'packages/one/dist'), { recursive: true }), 'not been'],
  ])('%s: builds again', { tags: ['slow', 'long'] }, async (_, change, reason) => {
    write('packages/one/src/more.ts', 'export const more = 1;\n');
    await ensure('--build');
    change();
    const again = await ensure('--build');
    expect(again.output).toContain(reason);
    expect(again.exitCode).toBe(0);
    expect(existsSync(join(checkout, 'packages/one/dist/index.js'))).toBe(true);
  });

  test('leaves nothing of a source that is gone, and touches nothing else', { tags: ['slow', 'long'] }, async () => {
    write('packages/one/src/deep/more.ts', 'export const more = 1;\n');
    await ensure('--build');
    write('packages/one/dist/page/script.js', 'of another program');
    expect(existsSync(join(checkout, 'packages/one/dist/deep/more.d.ts'))).toBe(true);
    rmSync(join(checkout, 'packages/one/src/deep'), { recursive: true });
    expect((await ensure('--build')).exitCode).toBe(0);
    const left = readdirSync(join(checkout, 'packages/one/dist'), { recursive: true, encoding: 'utf8' }).sort();
    expect(left.filter((name) => name.endsWith('s'))).toEqual(['index.d.ts', 'index.js', 'page/script.js']);
  });

  test('a changed test is no reason to build', { tags: ['slow', 'long'] }, async () => {
    await ensure('--build');
    write('packages/one/src/index.test.ts', '');
    expect(await ensure('--build')).toEqual(quiet);
  });

  test("a failure shows the compiler's own words, and the next run tries again", {
    tags: ['slow', 'long'],
  }, async () => {
    writeSource('export const answer: string = 1;\n');
    const failed = await ensure('--build');
    expect(failed.exitCode).toBe(1);
    expect(failed.output).toContain('TS2322');
    expect(failed.output).toContain('Mend the errors above');
    expect((await ensure('--build')).exitCode).toBe(1);
  });
});

describe('several at once', () => {
  test('one installs and builds, the others wait for it', { tags: ['slow', 'long'] }, async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => ensure('--build')));
    expect(runs.map((one) => one.exitCode)).toEqual([0, 0, 0, 0]);
    expect(runs.filter((one) => one.output.includes('Installing dependencies'))).toHaveLength(1);
    expect(runs.filter((one) => one.output.includes('Building'))).toHaveLength(1);
    expect(await ensure('--build')).toEqual(quiet);
  });

  test('the lock of a process that died is taken over, by one of them', { tags: ['slow', 'long'] }, async () => {
    const dead = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => dead.once('close', resolve));
    write(`.ensure-lock/${dead.pid}-0000`, '');
    const runs = await Promise.all([1, 2, 3].map(() => ensure()));
    expect(runs.map((one) => one.exitCode)).toEqual([0, 0, 0]);
    expect(runs.filter((one) => one.output.includes('Installing dependencies'))).toHaveLength(1);
  });
});

test.each(['14.21.3', '18.20.8', '20.18.3'])('Node %s is refused, with what to install', async (version) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  write('.pretend.cjs', pretend);
  const { exitCode, output } = await run('--require', './.pretend.cjs', 'scripts/ensure.mjs');
  expect(exitCode).toBe(1);
  expect(output).toContain('needs Node.js 20.19');
  expect(output).toContain(version);
});

/** Replaces a file by an older one of the same size, as a checkout of an earlier commit can. */
function putBack(path: string): void {
  write(path, 'export const more = 2;\n');
  utimesSync(join(checkout, path), 1_000_000_000, 1_000_000_000);
}

/** Copies a directory with its links as they are. */
function copyWithTimes(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}
