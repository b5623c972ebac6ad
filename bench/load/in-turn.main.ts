// A load generator for the latencies of several servers beside each other, one request at a time. Reads an InTurnPlan as
// JSON, prints an Outcome for each load as JSON.
import { text } from 'node:stream/consumers';
import { Connection } from './connection.ts';
import { outcomeOf, requestsOf } from './generator.ts';
import type { InTurnPlan } from './in-turn.ts';
import type { Load } from './load.ts';

const { loads, seconds } = JSON.parse(await text(process.stdin)) as InTurnPlan;

/** Some hundredths of a second: a server that waits longer between two requests answers each more slowly. */
const REQUESTS_A_TURN = 50;

/** One load and what came of it so far. */
class Side {
  readonly latenciesMs: number[] = [];
  wrong = 0;
  readonly #requests: readonly Buffer[];
  readonly #connection: Connection;

  constructor(load: Load) {
    this.#requests = requestsOf(load);
    this.#connection = new Connection(Number(new URL(load.origin).port), load.expected, (error) => {
      // Without its answer the turn would never end.
      throw error;
    });
  }

  askNext(): Promise<void> {
    return new Promise((resolve) => {
      const sentAtMs = performance.now();
      this.#connection.onAnswer = (isRight) => {
        this.latenciesMs.push(performance.now() - sentAtMs);
        if (!isRight) this.wrong += 1;
        resolve();
      };
      this.#connection.send(this.#requests[this.latenciesMs.length % this.#requests.length] ?? Buffer.alloc(0));
    });
  }

  close(): void {
    this.#connection.close();
  }
}

const sides = loads.map((load) => new Side(load));
const startedAtMs = performance.now();
while (performance.now() < startedAtMs + seconds * 1000) {
  for (const side of sides) for (let nth = 0; nth < REQUESTS_A_TURN; nth += 1) await side.askNext();
}
const tookSeconds = (performance.now() - startedAtMs) / 1000;
for (const side of sides) side.close();
const outcomes = sides.map(({ latenciesMs, wrong }) => outcomeOf(latenciesMs, tookSeconds, wrong));
process.stdout.write(JSON.stringify(outcomes));
