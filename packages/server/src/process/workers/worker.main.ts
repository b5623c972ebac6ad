/** Program of a worker (`startWorkerProcess`): everything it needs comes from the primary. */
import { Socket } from 'node:net';
import { loadSparingly } from '../../kernel/load-program.ts';
import { endWithin, LAST_MS } from '../deadline.ts';
import type { ToWorker } from './messages.ts';

loadSparingly(import.meta.url, './run-worker.js');
const { createWorker } = await import('./run-worker.ts');

/** Maximum time to send the last messages, in milliseconds. */
const LAST_WORDS_MS = 1000;

let unsent = 0;
let onAllSent = () => {};

const worker = createWorker({
  say(message) {
    // If the primary is gone, 'disconnect' ends this process.
    if (!process.connected) return;
    unsent += 1;
    process.send?.(message, undefined, undefined, () => {
      unsent -= 1;
      if (unsent === 0) onAllSent();
    });
  },
  exit(code) {
    // The reader of its log may be stuck.
    endWithin(LAST_WORDS_MS + LAST_MS);
    if (unsent === 0) process.exit(code);
    onAllSent = () => process.exit(code);
    setTimeout(onAllSent, LAST_WORDS_MS);
  },
});

process.on('message', (message, connection) =>
  worker.hear(message as ToWorker, connection instanceof Socket ? connection : undefined),
);
// Ctrl-C reaches every process of the terminal; the primary decides when the workers end.
process.on('SIGINT', () => {});
// As in the primary, which says so: they change nothing. Without a listener Node.js opens its debugger at the second.
for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2']) process.on(signal, () => {});
process.on('SIGTERM', () => void worker.leave());
process.on('disconnect', () => worker.orphaned());
// The primary may have gone while this program was being loaded.
if (!process.connected) worker.orphaned();
