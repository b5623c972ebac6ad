import { availableParallelism, totalmem } from 'node:os';
import type { Config } from '../../config/config.ts';
import { descriptorLimit } from '../../kernel/process-limits.ts';
import { broken, type Finding, ok } from './finding.ts';

const MEBIBYTE = 1024 * 1024;
/** Minimum number of descriptors for files and connections beside those of callers. */
const FEWEST_DESCRIPTORS = 1024;
/** Mebibytes that a process needs beside its cache. */
const PROCESS_MB = 150;

/** Limits of this machine for a process: file descriptors and memory. */
export function examineMachine(config: Config): Finding[] {
  return [...descriptorFinding(), memoryFinding(config)];
}

function descriptorFinding(): Finding[] {
  const most = descriptorLimit();
  if (most === undefined) return [];
  const check = 'file descriptors';
  if (most >= FEWEST_DESCRIPTORS) return [ok(check, `A process may open ${most}.`)];
  const mend = `Give the service at least ${FEWEST_DESCRIPTORS}, better 65536: LimitNOFILE in systemd, --ulimit nofile of a container.`;
  return [broken(check, `A process may open ${most}: each connection of a caller takes one.`, mend)];
}

function memoryFinding({ FRAME_CACHE_MB, WORKERS }: Config): Finding {
  const limit = process.constrainedMemory();
  const all = Math.floor((limit > 0 && limit < totalmem() ? limit : totalmem()) / MEBIBYTE);
  const needed = FRAME_CACHE_MB + WORKERS * PROCESS_MB;
  const says = `This machine gives ${all} MiB and ${availableParallelism()} processor cores; FRAME_CACHE_MB ${FRAME_CACHE_MB} and WORKERS ${WORKERS} take about ${needed} MiB.`;
  return needed <= all ? ok('memory', says) : broken('memory', says, 'Lower FRAME_CACHE_MB, or give it more memory.');
}
