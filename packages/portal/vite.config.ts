import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { docsPlugin } from './src/pages/docs/build/docs-plugin.ts';

/** Modules of the pages that every page of the dashboard loads first; what is loaded later stays apart. */
const OF_EVERY_PAGE = new RegExp(
  '/portal/src/(' +
    'api/(account|action-key|load-code|page-facts|portal-(calls|client|context|error)|queries|shown-account|tabs|use-online)' +
    '|shell/(crumb|dashboard|drawer|focus-heading|is-revisit|paths|scheme-button|shell|sidebar)' +
    '|shell/(problem/(problem|route-problems)|account/account-menu|team/(team-switcher|with-team))' +
    '|languages/(messages|use-failure-words)' +
    '|pages/usage/usage-search' +
    '|ui/(button|door|failure-message|icon-button|icons|lazy-(page|part)|logo|menu-button|message|notices?)' +
    '|ui/(page-heading|portrait|sign-in-again|use-backdrop-press|waiting)' +
    ')[^/]*[.]tsx?$',
);

/** What loads parts later, and the small parts of the router: files of their own would be asked for by every page. */
const OF_LIBRARIES = /vite\/preload-helper|\/react-router\/.*\/use(Location|Navigate|Params|Router|Search)[.]js$/;

function isOfEveryPage(id: string): boolean {
  return OF_EVERY_PAGE.test(id) || OF_LIBRARIES.test(id);
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), docsPlugin(join(import.meta.dirname, '../..'))],
  // The contract is read from its sources, as everywhere in this repository.
  resolve: {
    conditions: ['openhouse:source', ...defaultClientConditions],
    // The panorama viewer and the doll's house share one copy.
    dedupe: ['three'],
  },
  // The server replaces this placeholder in index.html by a fresh nonce for every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  // As the pages are: its modules may be shared.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Tells the size check which scripts and styles a page loads.
    manifest: true,
    // Every asset stays a file: `img-src data:` is for pictures of tours, not for ours.
    assetsInlineLimit: 0,
    // No `modulepreload` polyfill: browsers of the target preload by themselves.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The text of the docs, and decoders of models, load when somebody opens them; a test holds what every page loads.
    chunkSizeWarningLimit: 2048,
    rolldownOptions: {
      // What every page loads is one file: forty small ones compress worse than one.
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'frame', test: isOfEveryPage }] },
      },
      onLog: (level, log, report) => {
        // Libraries mark modules for server components ("use client"); a bundle for browsers may drop that.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
