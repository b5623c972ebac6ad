import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const checkout = join(import.meta.dirname, '../..');

/** A small checkout of its own, with the real scripts, rules and dependencies, and files that a test puts there. */
export interface Fixture {
  readonly directory: string;
  write(path: string, text: string): void;
  remove(): void;
}

/** @param kept Files and directories to copy from this checkout. */
export function makeFixture(...kept: string[]): Fixture {
  const directory = mkdtempSync(join(tmpdir(), 'checkout-'));
  for (const path of kept) cpSync(join(checkout, path), join(directory, path), { recursive: true });
  // Entry by entry: what a script writes to node_modules must stay in the fixture.
  mkdirSync(join(directory, 'node_modules'));
  for (const entry of readdirSync(join(checkout, 'node_modules'))) {
    if (entry.startsWith('.openhouse') || entry.startsWith('.vite')) continue;
    symlinkSync(join(checkout, 'node_modules', entry), join(directory, 'node_modules', entry));
  }
  return {
    directory,
    write(path, text) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    },
    remove: () => rmSync(directory, { recursive: true }),
  };
}
