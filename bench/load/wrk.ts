import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cores } from '../measure/cores.ts';
import type { Drive, Judging } from './load.ts';

const scriptOf = (judging: Judging): string =>
  fileURLToPath(new URL(judging === 'each' ? 'check.lua' : 'plain.lua', import.meta.url));

/** @returns Whether wrk is installed. */
export function hasWrk(): boolean {
  try {
    execFileSync('which', ['wrk'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Load from `wrk`. @param folder For a file of targets. */
export function wrkDrive(cores: Cores, folder: string): Drive {
  return async (load, connections, seconds, judging) => {
    const targets = join(folder, 'targets');
    await writeFile(targets, `${load.targets.join('\n')}\n`);
    // The body and method travel in a prelude: wrk takes them from its script only.
    const prelude = join(folder, 'load.lua');
    await writeFile(
      prelude,
      `wrk.method = ${lua(load.method)}\n${load.body === undefined ? '' : `wrk.body = ${lua(load.body)}\n`}dofile(${lua(scriptOf(judging))})\n`,
    );
    const { minLength, maxLength, status } = load.expected;
    const [program = '', ...args] = cores.onOtherCore([
      'wrk',
      // A busy machine is slow, not wrong: wrk's own two seconds would count a pause as a lost answer.
      ...['--timeout', '60s', '-t', '1', '-c', String(connections), '-d', `${seconds}s`, '-s', prelude],
      ...Object.entries(load.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      load.origin,
      ...['--', targets, String(status), String(minLength), String(maxLength)],
    ]);
    const { stdout } = await promisify(execFile)(program, args);
    const [, requests, microseconds, wrong, bytes] = /^RESULT (\d+) (\d+) (\d+) (\d+)$/m.exec(stdout) ?? [];
    if (requests === undefined) throw new Error(`wrk said nothing of its load:\n${stdout}`);
    return {
      requests: Number(requests),
      seconds: Number(microseconds) / 1e6,
      wrong: Number(wrong),
      bytes: Number(bytes),
    };
  };
}

/** A Lua string literal. */
function lua(text: string): string {
  return JSON.stringify(text);
}
