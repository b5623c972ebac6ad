// Loaded into each process of the soak: writes what it holds to `SOAK_FOLDER/<pid>.jsonl`, its heap after a whole collection,
// so that only what is still held counts.
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const { SOAK_FOLDER = '', SOAK_EVERY_MS = '5000' } = process.env;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

function report() {
  collect();
  const { heapUsed, rss, external } = process.memoryUsage();
  const { code_and_metadata_size: code } = getHeapCodeStatistics();
  const descriptors = readdirSync('/proc/self/fd').length;
  const line = JSON.stringify({ atMs: Date.now(), heapUsed, code, rss, external, descriptors });
  appendFileSync(join(SOAK_FOLDER, `${process.pid}.jsonl`), `${line}\n`);
}
if (SOAK_FOLDER !== '') setInterval(report, Number(SOAK_EVERY_MS)).unref();
