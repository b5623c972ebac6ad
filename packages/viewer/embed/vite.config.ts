import { defaultClientConditions, defineConfig } from 'vite';

/**
 * The page of a public tour, which the portal serves with nothing of its own around it. It is built beside the portal's pages,
 * after them: their build empties the folder.
 */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['openhouse:source', ...defaultClientConditions] },
  build: {
    outDir: '../../portal/dist',
    emptyOutDir: false,
    target: 'es2022',
    // The page's policy allows files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // three.js has half a megabyte, and loads when somebody looks at a model.
    chunkSizeWarningLimit: 1024,
    rolldownOptions: { input: 'embed.html' },
  },
});
