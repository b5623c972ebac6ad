import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the enclosing `describe` or file, removed after it. @returns Its path. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openhouse-folder-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A small build of pages for the enclosing `describe` or file. @returns Its folder. */
export function usePages(): string {
  const folder = useFolder();
  const index = `<!doctype html><meta name="openhouse-problem" content="__PROBLEM__"><meta name="openhouse-base-url" content="__BASE_URL__"><meta property="og:image" content="__PORTAL_URL__/cover.jpg"><script nonce="__CSP_NONCE__" src="/color-scheme.js"></script>`;
  writeFileSync(join(folder, 'index.html'), index);
  writeFileSync(join(folder, 'color-scheme.js'), '/* scheme */');
  writeFileSync(join(folder, '.secret.json'), '{}');
  mkdirSync(join(folder, 'docs'), { recursive: true });
  writeFileSync(join(folder, 'docs/first-call.md'), '# First call');
  writeFileSync(join(folder, 'notes.md'), 'curl http://localhost:4001/open');
  writeFileSync(join(folder, 'notes.tsbuildinfo'), 'not served');
  return folder;
}
