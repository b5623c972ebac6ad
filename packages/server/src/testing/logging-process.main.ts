// A process that writes lines of calls and ends at once: `throw` by an uncaught error, `exit` by its own decision; `stay` writes on
// until its input ends.
import { createLog, infoLines } from '../observe/log.ts';

const log = createLog('info');
const lines = infoLines(log);
log.info('first');
for (const call of [1, 2]) lines?.write(`{"msg":"call ${call}"}\n`);
if (process.argv[2] === 'stay') {
  const writing = setInterval(() => log.info('more'), 20);
  process.stdin.resume().once('end', () => clearInterval(writing));
} else {
  setImmediate(() => {
    if (process.argv[2] === 'throw') throw new Error('on purpose');
    process.exit(0);
  });
}
