import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer } from 'vite';

const checkout = join(import.meta.dirname, '../..');
const portal = join(checkout, 'packages/portal');
/** The page of public tours: other sites frame it, so it is no page of Vite's. */
const embed = join(checkout, 'packages/viewer/embed');
/** What Vite has made of packages, for the next start. */
const cache = join(checkout, 'node_modules/.cache/pages');
/** Where packages are installed: fonts and styles of theirs are sent as they are. */
const installed = join(fileURLToPath(import.meta.resolve('vite/package.json')), '../..');

/** Addresses below it are Vite's. Nothing of the portal's own begins like this. */
export const MODULES = '/@pages/';

/**
 * @typedef {object} Pages
 * @property {import('vite').ViteDevServer} vite
 * @property {string} directory What the server sends as files, as a build would make it: index.html, the files of
 *   public/, the docs as text, the page of public tours.
 * @property {() => Promise<void>} write Writes that directory.
 * @property {() => Promise<void>} close
 */

/**
 * The pages as Vite serves them while they are worked on, by the configuration that also builds them.
 * @param {import('node:http').Server} server Hot replacement goes over its port.
 * @param {string} portalUrl
 * @returns {Promise<Pages>}
 */
export async function servePages(server, portalUrl) {
  const vite = await createServer({
    configFile: join(portal, 'vite.config.ts'),
    // By Node and tsx: the bundler would look for a built contract.
    configLoader: 'native',
    base: MODULES,
    appType: 'custom',
    cacheDir: cache,
    clearScreen: false,
    logLevel: 'warn',
    server: {
      middlewareMode: true,
      hmr: { server },
      // As of the portal: no other site reads what it answers.
      cors: false,
      allowedHosts: [new URL(portalUrl).hostname],
      // Not the whole checkout: .openhouse/ holds keys.
      fs: { allow: [portal, join(checkout, 'packages/contract/src'), cache, installed] },
    },
  });
  const directory = mkdtempSync(join(tmpdir(), 'openhouse-dev-'));
  return {
    vite,
    directory,
    async write() {
      cpSync(join(portal, 'public'), directory, { recursive: true });
      const index = readFileSync(join(portal, 'index.html'), 'utf8');
      writeFileSync(join(directory, 'index.html'), await vite.transformIndexHtml('/', index));
      const docs = vite.config.plugins.find(({ name }) => name === 'openhouse-docs');
      for (const [name, text] of docs?.api?.texts() ?? []) {
        mkdirSync(dirname(join(directory, name)), { recursive: true });
        writeFileSync(join(directory, name), text);
      }
      await build({
        configFile: join(embed, 'vite.config.ts'),
        configLoader: 'native',
        logLevel: 'warn',
        build: { outDir: directory },
      });
    },
    async close() {
      rmSync(directory, { recursive: true, force: true });
      await vite.close();
    },
  };
}
