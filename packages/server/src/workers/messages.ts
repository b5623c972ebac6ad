import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { LimitVerdict } from '../limiter/limiter.ts';
import type { SurfaceName } from '../surfaces.ts';

/** One metric as `Registry.getMetricsAsJSON` gives it. */
export type MetricJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** What the primary says to a worker. */
export type ToWorker =
  | {
      readonly kind: 'start';
      /** Its number: 1 and up. */
      readonly worker: number;
      /** Its share (`shareOf`). */
      readonly config: Config;
      readonly pages: string;
    }
  /** Comes with a connection of the surface; answered with `taken` or `declined`. */
  | { readonly kind: 'connection'; readonly id: number; readonly surface: SurfaceName }
  /** The verdicts of the `take` with the same id, in its order. */
  | { readonly kind: 'verdicts'; readonly id: number; readonly verdicts: readonly LimitVerdict[] }
  /** Another worker changed apps or tours. */
  | { readonly kind: 'look' }
  | { readonly kind: 'report'; readonly id: number }
  /** Finish what is under way and end. */
  | { readonly kind: 'stop' };

/** What a worker says to the primary. */
export type ToPrimary =
  | { readonly kind: 'ready' }
  /** It cannot start. `expected`: the message says all that a person needs. */
  | { readonly kind: 'failed'; readonly message: string; readonly expected: boolean }
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'declined'; readonly id: number }
  /** Requests to be counted: key and quota of each. */
  | { readonly kind: 'take'; readonly id: number; readonly takes: readonly (readonly [string, number])[] }
  | { readonly kind: 'changed' }
  | { readonly kind: 'reported'; readonly id: number; readonly report: WorkerReport }
  /** It ends: no more connections, please. */
  | { readonly kind: 'leaving' }
  /** The last it says. */
  | { readonly kind: 'left'; readonly metrics: readonly MetricJson[] };

export interface WorkerReport {
  readonly metrics: readonly MetricJson[];
  /** Why it cannot answer requests now; empty when it can. */
  readonly unreadiness: readonly string[];
}
