import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { folderWith } from '../../packages/server/src/testing/processes.ts';

/** PostgreSQL's own client with one connection, for what a program in C does with it. */
export interface Psql {
  /** Runs lines of SQL and commands of psql. @throws {Error} with what psql says when one of them fails. */
  run(lines: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** @returns undefined where there is no psql. */
export function openPsql(url: string): Psql | undefined {
  const folder = folderWith('psql');
  if (folder === undefined) return undefined;
  const address = new URL(url);
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(address.password) };
  address.password = '';
  const child = spawn(
    join(folder, 'psql'),
    ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', address.toString()],
    { env },
  );
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  // A psql that has ended is found by its output, which ends with it.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const output = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(lines) {
      child.stdin.write(`${[...lines, '\\echo done'].join('\n')}\n`);
      const { value } = await output.next();
      if (value === 'done') return;
      await ended;
      throw new Error(`psql ended: ${said.trim()}`);
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
