import { mkdir, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Below the package, so that what it depends on is found from there. */
const directory = fileURLToPath(new URL('../../node_modules/.openhouse-programs/', import.meta.url));

/** Modules find their files from where their source lies, also in one file. */
const sourceAddresses: Plugin = {
  name: 'source addresses',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/packages\/[^/]+\/src\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const address = JSON.stringify(pathToFileURL(path).href);
      return { contents: source.replaceAll('import.meta.url', address), loader: 'ts' };
    });
  },
};

/** Libraries that find files of their own beside them, or another process or worker with their code. */
const LEFT_OUT = ['@electric-sql/pglite', 'pino', 'pg-native'];

/** What libraries of the older module system call. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

const built = new Map<string, Promise<string>>();

/**
 * Makes one file of a program's sources and the libraries they use. Suites start hundreds of processes: finding, reading
 * and compiling some thousand files at each start takes ten times as long as everything else.
 * @param source Address of a `*.main.ts`.
 * @returns Path of the program, for `fork`.
 */
export function programOf(source: URL): Promise<string> {
  const known = built.get(source.href) ?? bundle(fileURLToPath(source));
  built.set(source.href, known);
  return known;
}

async function bundle(source: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const program = join(directory, `${basename(source, '.ts')}.mjs`);
  // Put in place whole: another test process may be starting it.
  const outfile = `${program}.${process.pid}`;
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'bundle',
    external: LEFT_OUT,
    banner: { js: REQUIRE },
    conditions: ['openhouse:source'],
    alias: { '@openhouse/contract': fileURLToPath(new URL('../../../contract/src/index.ts', import.meta.url)) },
    logLevel: 'silent',
    plugins: [sourceAddresses],
  });
  await rename(outfile, program);
  return program;
}
