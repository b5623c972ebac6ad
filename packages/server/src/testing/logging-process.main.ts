// A process that writes lines, and ends as it is told:
// - `throw` by an uncaught error, `exit` by its own decision, while all of Node's threads have other work;
// - `much` with far more lines than a pipe holds;
// - `stay` when its input ends, and writes until then.
import { pbkdf2 } from 'node:crypto';
import { createLog, infoLines } from '../observe/log.ts';

const THREADS = 4;
const [, , end, count] = process.argv;
const log = createLog('info');
const lines = infoLines(log);
const call = (number: number) => lines?.write(`{"msg":"call ${number}"}\n`);

if (end === 'stay') {
  log.info('first');
  for (const number of [1, 2]) call(number);
  const writing = setInterval(() => log.info('more'), 20);
  process.stdin.resume().once('end', () => clearInterval(writing));
} else if (end === 'much') {
  for (let number = 1; number <= Number(count); number += 1) call(number);
} else {
  for (let thread = 0; thread < THREADS; thread += 1) pbkdf2('', '', 500_000, 64, 'sha512', () => {});
  call(1);
  log.info('first');
  // By then nothing waits for the lines of before.
  setTimeout(() => {
    call(2);
    log.info('last');
    call(3);
    if (end === 'throw') throw new Error('on purpose');
    process.exit(0);
  }, 150);
}
