import { defaultClientConditions, defineConfig } from 'vite';

/**
 * The page of a tour that was converted to a site. It is built into the command that writes it out, with all that it needs:
 * who installs the command needs neither this package nor three.js.
 */
export default defineConfig({
  root: import.meta.dirname,
  // It is served below any address.
  base: './',
  resolve: { conditions: ['openhouse:source', ...defaultClientConditions] },
  build: {
    outDir: '../../cli/dist/site',
    emptyOutDir: true,
    target: 'es2022',
    assetsDir: 'viewer',
    // The page's policy allows files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'viewer/licences.md' },
    reportCompressedSize: false,
    // three.js has half a megabyte, and loads when somebody looks at a model.
    chunkSizeWarningLimit: 1024,
  },
});
