import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { NOTHING } from './outcome.mjs';

/** Debian keeps the server's programs of each version here, off the PATH. */
const DEBIAN_POSTGRESQL = '/usr/lib/postgresql';

/**
 * Programs that some tests start for themselves: any one of each row will do.
 * Without them those tests are skipped, or fail where the services are required.
 */
const SERVICES = [
  { name: 'PostgreSQL', programs: ['postgres'] },
  { name: 'Redis or Valkey', programs: ['redis-server', 'valkey-server'] },
  { name: 'Chromium', programs: ['chromium', 'chromium-browser', 'google-chrome'] },
  { name: 'curl', programs: ['curl'] },
];

/**
 * Says loudly which services are missing.
 * @param {boolean} required Each missing one is a failure.
 * @returns {import('./outcome.mjs').Outcome}
 */
export function checkServices(required) {
  const missing = missingServices(process.env.PATH ?? '', DEBIAN_POSTGRESQL);
  for (const { name, programs } of missing) {
    console.log(
      required
        ? `✗ ${name} is missing, and OPENHOUSE_REQUIRE_SERVICES=1 asks for it: install ${programs[0]}.`
        : `! ${name} is missing: the tests that need ${programs[0]} are skipped.`,
    );
  }
  return required ? { ...NOTHING, failed: missing.length } : NOTHING;
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
