// A load generator for machines without `wrk`, and for latency at a fixed rate. Reads a Plan as JSON, prints an Outcome as
// JSON.
import { text } from 'node:stream/consumers';
import { Connection } from './connection.ts';
import { outcomeOf, requestsOf } from './generator.ts';
import type { Plan } from './steady.ts';

const plan = JSON.parse(await text(process.stdin)) as Plan;
const { load, connections: count, seconds, requestsPerSecond } = plan;
const { port } = new URL(load.origin);
const requests = requestsOf(load);
const startedAtMs = performance.now();
const endsAtMs = startedAtMs + seconds * 1000;
const latenciesMs: number[] = [];
const idle: Connection[] = [];
const connections: Connection[] = [];
/** Begins anywhere: what a load before has left in a server's memory is not what this one begins with. */
let turn = Math.floor(Math.random() * requests.length);
let wrong = 0;
/** Requests begun; at a fixed rate the n-th is due at n / rate, whether a connection is free or not. */
let begun = 0;

function nextRequest(): Buffer {
  turn = (turn + 1) % requests.length;
  return requests[turn] ?? Buffer.alloc(0);
}

function send(connection: Connection, dueAtMs: number): void {
  connection.onAnswer = (isRight) => {
    const nowMs = performance.now();
    latenciesMs.push(nowMs - dueAtMs);
    if (!isRight) wrong += 1;
    if (requestsPerSecond !== undefined) idle.push(connection);
    else if (nowMs < endsAtMs) send(connection, nowMs);
  };
  connection.send(nextRequest());
}

/** Spins, because timers are coarser than the time between two requests. */
function keepPace(rate: number): void {
  const nowMs = performance.now();
  // The first is due at once.
  const due = 1 + Math.floor(((nowMs - startedAtMs) / 1000) * rate);
  while (begun < due && idle.length > 0) {
    const connection = idle.shift();
    if (connection === undefined) break;
    send(connection, startedAtMs + (begun / rate) * 1000);
    begun += 1;
  }
  if (nowMs < endsAtMs) setImmediate(keepPace, rate);
}

for (let index = 0; index < count; index += 1) {
  connections.push(
    new Connection(Number(port), load.expected, () => {
      wrong += 1;
    }),
  );
}
if (requestsPerSecond === undefined) for (const connection of connections) send(connection, startedAtMs);
else {
  idle.push(...connections);
  keepPace(requestsPerSecond);
}

setTimeout(() => {
  for (const connection of connections) connection.close();
  const outcome = outcomeOf(latenciesMs, (performance.now() - startedAtMs) / 1000, wrong);
  process.stdout.write(JSON.stringify(outcome));
}, seconds * 1000);
