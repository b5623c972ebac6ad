import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';

/** How often a waiting process looks again. */
const POLL_MS = 100;
/** An install over a slow line takes minutes; beyond this something hangs. */
const LONGEST_WAIT_MS = 20 * 60 * 1000;

/**
 * Runs `work` while no other process does. The lock is a directory with exactly one file, whose name says who holds
 * it: `free`, or process id and a random part. Taking it is renaming that file, from `free` or from the name of a holder
 * that has died: of two who try, one finds the name gone. So a lock left by a killed process is never taken twice.
 * @template T
 * @param {string} directory
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(directory, work) {
  const mine = `${process.pid}-${randomBytes(4).toString('hex')}`;
  await take(directory, mine);
  try {
    return await work();
  } finally {
    renamed(`${directory}/${mine}`, `${directory}/free`);
  }
}

/**
 * @param {string} directory
 * @param {string} mine
 */
async function take(directory, mine) {
  create(directory);
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  let told = false;
  for (;;) {
    const holder = readdirSync(directory)[0];
    const takeable = holder === 'free' || (holder !== undefined && !isAlive(processOf(holder)));
    if (takeable) {
      if (renamed(`${directory}/${holder}`, `${directory}/${mine}`)) return;
      continue;
    }
    if (holder !== undefined && !told) {
      console.error(`Waiting for process ${processOf(holder)}, which installs or builds here.`);
      told = true;
    }
    if (Date.now() > giveUpAt) {
      throw new Failure(
        `Another install or build has held ${directory} for too long. Stop it or remove that directory, then run the same command again.`,
      );
    }
    await sleep(POLL_MS); // Also when nothing is seen: a directory read during a rename may look empty.
  }
}

/** Made aside and moved into place, so that it never exists without its one file. @param {string} directory */
function create(directory) {
  const aside = `${directory}-${randomBytes(4).toString('hex')}`;
  mkdirSync(aside);
  writeFileSync(`${aside}/free`, '');
  if (!renamed(aside, directory)) rmSync(aside, { recursive: true });
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {boolean} False when someone else was first.
 */
function renamed(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    // Gone; or, for a directory, already there (Windows says EPERM).
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** @param {string} holder */
function processOf(holder) {
  return Number.parseInt(holder, 10);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
