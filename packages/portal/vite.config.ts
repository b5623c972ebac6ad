import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { docsPlugin } from './src/pages/docs/build/docs-plugin.ts';

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
    rolldownOptions: {
      onLog: (level, log, report) => {
        // Libraries mark modules for server components ("use client"); a bundle for browsers may drop that.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
