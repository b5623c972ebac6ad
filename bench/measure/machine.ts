import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

/** What was measured on, in sentences. */
export function describeMachine(): string[] {
  const [cpu] = cpus();
  const gibibytes = (totalmem() / 1024 ** 3).toFixed(0);
  return [
    `${cpu?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${gibibytes} GiB, ${type()} ${release()}, Node ${process.versions.node}.`,
    `Load average at the start: ${loadavg()[0]?.toFixed(1)}.`,
  ];
}
