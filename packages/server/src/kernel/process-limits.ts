import { readdirSync, readFileSync } from 'node:fs';

/** The limit of file descriptors of this process; undefined where there is none, or the system does not say. */
export const descriptorLimit = (): number | undefined => softLimit('Max open files');

/** The most bytes that a file of this process may have; undefined where there is no limit, or the system does not say. */
export const fileSizeLimit = (): number | undefined => softLimit('Max file size');

/** The most bytes of addresses that this process may take; undefined where there is no limit, or the system does not say. */
export const addressSpaceLimit = (): number | undefined => softLimit('Max address space');

function softLimit(name: string): number | undefined {
  try {
    const [, soft] = new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** How many file descriptors are open now. */
export function openDescriptors(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}
