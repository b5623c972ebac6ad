// A process that writes lines of calls and ends at once: `throw` by an uncaught error, `exit` by its own decision.
import { createLog, infoLines } from '../observe/log.ts';

const log = createLog('info');
const lines = infoLines(log);
log.info('first');
for (const call of [1, 2]) lines?.write(`{"msg":"call ${call}"}\n`);
setImmediate(() => {
  if (process.argv[2] === 'throw') throw new Error('on purpose');
  process.exit(0);
});
