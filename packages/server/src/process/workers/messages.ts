import type { Config } from '../../config/config.ts';
import type { LimitVerdict } from '../../kernel/limiter/limiter.ts';
import type { MetricJson } from '../../observe/metrics-export.ts';
import type { ServiceFolders } from '../service.ts';
import type { SurfaceName } from '../surfaces.ts';

/** What the primary says to a worker. */
export type ToWorker =
  | {
      readonly kind: 'start';
      /** Its number: 1 and up. */
      readonly worker: number;
      /** Its share (`shareOf`). */
      readonly config: Config;
      readonly folders: ServiceFolders;
    }
  /** Comes with a connection of the surface; answered with `taken` or `declined`. */
  | { readonly kind: 'connection'; readonly id: number; readonly surface: SurfaceName }
  /** Answers the `take` with the same id, in its order. */
  | { readonly kind: 'verdicts'; readonly id: number; readonly verdicts: readonly LimitVerdict[] }
  /** Answers the `changed` with the same id: the other workers know. */
  | { readonly kind: 'known'; readonly id: number }
  | { readonly kind: 'asked'; readonly id: number; readonly question: Question }
  /** Finish what is under way and end. */
  | { readonly kind: 'stop' };

/** What the primary asks a worker that serves; answered with `answered`. */
export type Question =
  /** Another worker changed apps or tours: look, and answer when it is known. */
  | { readonly kind: 'look' }
  /** How are you? */
  | { readonly kind: 'report' }
  /** The service stops soon: end each connection with its next answer, and take new ones. */
  | { readonly kind: 'let-go' }
  /** The port is closed: answer when what it brought is finished. */
  | { readonly kind: 'finish'; readonly surface: SurfaceName };

/** What a worker says to the primary. */
export type ToPrimary =
  | { readonly kind: 'ready' }
  /** It cannot start. `expected`: the message is enough for a person, without a stack. */
  | { readonly kind: 'failed'; readonly message: string; readonly expected: boolean; readonly isAway: boolean }
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'declined'; readonly id: number }
  /** Requests to be counted: key and quota of each. */
  | { readonly kind: 'take'; readonly id: number; readonly takes: readonly (readonly [string, number])[] }
  /** It changed apps or tours. */
  | { readonly kind: 'changed'; readonly id: number }
  | { readonly kind: 'answered'; readonly id: number; readonly report: WorkerReport }
  /** It shuts down: hand it no more connections. */
  | { readonly kind: 'leaving' }
  /** The last it says. */
  | { readonly kind: 'left'; readonly metrics: readonly MetricJson[] };

export interface WorkerReport {
  readonly metrics: readonly MetricJson[];
  /** Why it cannot answer requests now; empty when it can. */
  readonly unreadiness: readonly string[];
  /** What does not work although it can. */
  readonly warnings: readonly string[];
}
