import { expect, test } from 'vitest';

// This file runs in Node, as the servers do on which Next.js, Nuxt, SvelteKit and Astro render pages first.
test.each(['./element.ts', './react.ts', './vue.ts', './index.ts'])(
  '%s loads where there is no browser',
  async (file) => {
    expect(globalThis.HTMLElement).toBeUndefined();
    await expect(import(file)).resolves.toBeDefined();
  },
);
