import { existsSync } from 'node:fs';
import { folderWith } from './processes.ts';

/** Debian's own Python, which finds what Debian packages. */
export const PYTHON = '/usr/bin/python3';

/** @returns What is missing of the programs; empty when all are there. */
export function swiftMissing(): readonly string[] {
  const programs = ['swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server'];
  const missing = [...programs, 'memcached'].filter((program) => folderWith(program) === undefined);
  return existsSync(PYTHON) ? missing : [...missing, PYTHON];
}
