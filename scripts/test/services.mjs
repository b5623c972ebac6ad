import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { NOTHING } from './outcome.mjs';

/** Debian keeps the server's programs of each version here, off the PATH. */
const DEBIAN_POSTGRESQL = '/usr/lib/postgresql';

/** Servers lie here, which is not on everybody's PATH. */
const SYSTEM = '/usr/sbin';

/** Programs that some tests start for themselves: any one of each row will do. */
const SERVICES = [
  { name: 'PostgreSQL', programs: ['postgres'] },
  { name: 'Redis or Valkey', programs: ['redis-server', 'valkey-server'] },
  { name: 'Chromium', programs: ['chromium', 'chromium-browser', 'google-chrome'] },
  { name: 'curl', programs: ['curl'] },
  { name: 'Python 3', programs: ['python3'] },
  { name: 'Go', programs: ['go'] },
  { name: 'PHP', programs: ['php'] },
  { name: 'a JDK', programs: ['javac'] },
  { name: 'nginx', programs: ['nginx'] },
  { name: 'OpenSSL', programs: ['openssl'] },
  { name: 'systemd', programs: ['systemd-analyze'] },
];

/**
 * Each service that is asked for and missing is a failure. Where none is asked for, the tests that are skipped say so.
 * @param {NodeJS.ProcessEnv} env
 * @returns {import('./outcome.mjs').Outcome}
 */
export function checkServices(env) {
  if (env.OPENHOUSE_REQUIRE_SERVICES !== '1') return NOTHING;
  const path = [env.PGBIN ?? '', env.PATH ?? '', SYSTEM].join(delimiter);
  const missing = missingServices(path, DEBIAN_POSTGRESQL);
  for (const { name, programs } of missing) {
    console.log(`✗ ${name} is missing, and OPENHOUSE_REQUIRE_SERVICES=1 asks for it: install ${programs[0]}.`);
  }
  return { ...NOTHING, failed: missing.length };
}

/**
 * @param {string} path As the environment variable PATH has it.
 * @param {string} postgresql Directory with a directory for each version of PostgreSQL.
 */
export function missingServices(path, postgresql) {
  const directories = [...path.split(delimiter).filter(Boolean), ...versionsBelow(postgresql)];
  return SERVICES.filter(({ programs }) => !programs.some((program) => isIn(directories, program)));
}

/** @param {string} directory */
function versionsBelow(directory) {
  try {
    return readdirSync(directory).map((version) => join(directory, version, 'bin'));
  } catch {
    return []; // another system
  }
}

/**
 * @param {string[]} directories
 * @param {string} program
 */
function isIn(directories, program) {
  return directories.some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
