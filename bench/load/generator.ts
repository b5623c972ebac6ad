import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Cores } from '../measure/cores.ts';
import type { Driven, Load } from './load.ts';

/** Quantiles of the time from when a request was due to its last byte, in milliseconds; null of none. */
export interface Outcome extends Driven {
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

/**
 * Runs a generator of our own, a program that reads a plan as JSON and prints what came of it as JSON: a process of its own,
 * so that it can be pinned.
 */
export async function runGenerator(cores: Cores, file: string, plan: unknown): Promise<unknown> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const [program = '', ...args] = cores.onOtherCore([process.execPath, '--import', 'tsx', path]);
  const running = promisify(execFile)(program, args);
  running.child.stdin?.end(JSON.stringify(plan));
  const { stdout } = await running;
  return JSON.parse(stdout);
}

/** The bytes of one request for each target of a load. */
export function requestsOf({ origin, targets, method, headers, body = '' }: Load): Buffer[] {
  const { host } = new URL(origin);
  return targets.map((target) => {
    const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
  });
}

/** @param latenciesMs Of each response. @param wrong Responses that were not as expected, and connections that broke. */
export function outcomeOf(latenciesMs: readonly number[], seconds: number, wrong: number): Outcome {
  const sorted = Float64Array.from(latenciesMs).sort();
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
  return { requests: sorted.length, seconds, wrong, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}
