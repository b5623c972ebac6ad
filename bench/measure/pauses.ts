import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cores } from './cores.ts';

/** A program that only looks at the clock has been held up when so many milliseconds lie between two looks. */
export const PAUSE_MS = 0.3;
const SECONDS = 3;
const PROGRAM = fileURLToPath(new URL('pauses.main.ts', import.meta.url));

interface Pauses {
  /** Of the time. */
  readonly share: number;
  readonly longestMs: number;
}

/** @returns How the machine holds up programs on two busy cores, of itself, in one sentence for the report. */
export async function describePauses({ onServerCore, onOtherCore }: Cores): Promise<string> {
  const watch = async (pin: Cores['onServerCore']): Promise<Pauses> => {
    const [program = '', ...args] = pin([process.execPath, '--import', 'tsx', PROGRAM, String(SECONDS)]);
    return JSON.parse((await promisify(execFile)(program, args)).stdout);
  };
  const [server, other] = await Promise.all([watch(onServerCore), watch(onOtherCore)]);
  const said = ({ share, longestMs }: Pauses) =>
    `${(share * 100).toFixed(1)} % of the time, ${longestMs.toFixed(1)} ms`;
  return `A program that only looks at the clock, on each core, pauses over ${PAUSE_MS} ms and the longest: ${said(server)} on the server's core; ${said(other)} on the other.`;
}
