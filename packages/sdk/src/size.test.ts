import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';

/** Bytes after minification and gzip that the whole SDK may have in a bundle (decision 0165). */
const BUDGET_BYTES = 7.875 * 1024;
/** The same for a connection with one operation. */
const BUDGET_OF_ONE_BYTES = 6.5 * 1024;

const index = join(import.meta.dirname, 'index.ts');
const conditions = ['openhouse:source'];

const bundlers: Record<string, (source: string) => Promise<string>> = {
  async esbuild(source) {
    const stdin = { contents: source, resolveDir: import.meta.dirname };
    const options = { bundle: true, minify: true, format: 'esm', target: 'es2022', write: false, conditions } as const;
    const { outputFiles } = await build({ stdin, ...options });
    return outputFiles[0]?.text ?? '';
  },
  async rolldown(source) {
    const entry = { name: 'entry', resolveId: (id: string) => (id === 'entry' ? id : null), load: () => null };
    const load = (id: string) => (id === 'entry' ? source : null);
    const bundle = await rolldown({
      input: 'entry',
      resolve: { conditionNames: conditions },
      plugins: [{ ...entry, load }],
    });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    await bundle.close();
    return output[0].code;
  },
};

describe.each(Object.entries(bundlers))('bundled by %s', (bundler, bundle) => {
  const exporting = (names: string) => bundle(`export ${names} from ${JSON.stringify(index)};`);
  const bytesOf = (code: string) => gzipSync(code, { level: 9 }).length;

  test('the whole SDK keeps to its budget', { tags: 'slow' }, async () => {
    const bytes = {
      everything: bytesOf(await exporting('*')),
      createGateway: bytesOf(await exporting('{ createGateway }')),
      'connect and vrInfo': bytesOf(await exporting('{ connect, vrInfo }')),
      createProxy: bytesOf(await exporting('{ createProxy }')),
    };
    console.log(`SDK, ${bundler}, minified and gzipped, budget ${BUDGET_BYTES} bytes:`, bytes);
    expect(bytes.everything).toBeLessThanOrEqual(BUDGET_BYTES);
    expect(bytes['connect and vrInfo']).toBeLessThanOrEqual(BUDGET_OF_ONE_BYTES);
  });

  test('an operation that nobody calls is dropped, and so are the proxy, the adapters and the fake gateway', async () => {
    const code = await exporting('{ connect, vrInfo }');
    expect(await exporting('*')).not.toMatch(/originalUrl|gateway\.example\.com\/auth|ohs_fake/);
    expect(code).toContain('/open/v3/vr/info');
    expect(code.match(/\/open\/[\w/.]+/g)).toEqual(['/open/v3/vr/info']);
    expect(code).not.toContain('authorize');
  });

  test('nothing but the web platform is imported', async () => {
    expect(await exporting('*')).not.toMatch(/\bimport\b|\brequire\b|(?<!globalThis\.)\bprocess\b|\bBuffer\b/);
  });
});
