// `npm run test:defects [-- --list] [-- --workers 2] [-- NAME…]`: small wrong variants of the sources, each of which a
// suite must catch (decision 0192). They are applied to copies in a temporary directory, never to the checkout.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { defects } from './defects/list/index.mjs';
import { showCounts, showList, showVerdict } from './defects/show.mjs';
import { tryDefects } from './defects/try-defects.mjs';
import { Failure } from './ensure/failure.mjs';
import { ensureReady } from './ensure/ready.mjs';
import { checkout } from './test/checks.mjs';

/** Each worker runs a vitest of its own, and that a PostgreSQL server. */
const MOST_WORKERS = 8;

await run(process.argv.slice(2)).catch((error) => {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
});

/** @param {string[]} given */
async function run(given) {
  const { list, workers, names } = optionsOf(given);
  const chosen = names.length === 0 ? defects : defects.filter(({ name }) => names.some((part) => name.includes(part)));
  if (chosen.length === 0) throw new Failure(`No defect is named like ${names.join(' or ')}. See --list.`);
  if (list) return showList(chosen);
  if ((await ensureReady({ build: false })) !== 0) throw new Failure('The dependencies are missing.');
  const verdicts = await tryDefects(chosen, { from: checkout, workers, say: console.log, show: showVerdict });
  showCounts(verdicts);
  process.exitCode = verdicts.every(({ verdict }) => verdict === 'caught') ? 0 : 1;
}

/** @type {typeof parseArgs} @throws {Failure} for an option that there is not. */
function parsed(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\nThere are --list, --workers N and names.`);
  }
}

/** @param {string[]} args */
function optionsOf(args) {
  const half = Math.max(1, Math.floor(availableParallelism() / 2));
  const options = /** @type {const} */ ({ list: { type: 'boolean' }, workers: { type: 'string' } });
  const { values, positionals: names } = parsed({ args, options, allowPositionals: true });
  const workers = Number(values.workers ?? half);
  if (!Number.isInteger(workers) || workers < 1 || workers > MOST_WORKERS) {
    throw new Failure(`--workers takes a whole number from 1 to ${MOST_WORKERS}.`);
  }
  return { list: values.list ?? false, workers, names };
}
