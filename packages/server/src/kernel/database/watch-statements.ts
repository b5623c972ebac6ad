import type { Pool, PoolClient } from 'pg';
import { beginStep, type EndStep, type Step, stepsHere } from '../steps.ts';

type Query = (...given: unknown[]) => unknown;

/** Longest text of a statement that a step shows. */
const MOST_TEXT = 1000;

/**
 * Notes every statement of the pool as a step of the call that sent it. Values are never part of a statement's text here; the id
 * of a Team that a transaction is bound to is left out.
 */
export function watchStatements(pool: Pool): void {
  const query = pool.query.bind(pool) as Query;
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  pool.query = ((...given: unknown[]) => {
    const end = isCallback(given.at(-1)) ? undefined : beginStatement(given[0], stepsHere());
    return end === undefined ? query(...given) : ending(query(...given), end);
  }) as Pool['query'];
  pool.connect = ((...given: unknown[]) => {
    const steps = stepsHere();
    // With a callback it is the pool's own: for a query of the pool, which is noted above.
    if (steps === undefined || given.length > 0) return connect(...given);
    return (connect() as Promise<PoolClient>).then((client) => watched(client, steps));
  }) as Pool['connect'];
}

/** Until it is released, what is sent over the connection belongs to the call that took it. */
function watched(client: PoolClient, steps: Step[]): PoolClient {
  const own = Object.getOwnPropertyDescriptor(client, 'query');
  const query = client.query.bind(client) as Query;
  const { release } = client;
  client.query = ((...given: unknown[]) => {
    const [statement] = given;
    if (isCallback(given.at(-1))) return query(...given);
    const end = beginStatement(statement, steps);
    if (end === undefined) return query(...given);
    if (!isSubmittable(statement)) return ending(query(...given), end);
    const { callback } = statement;
    statement.callback = (error, ...rest) => {
      end(error != null);
      callback(error, ...rest);
    };
    return query(...given);
  }) as PoolClient['query'];
  client.release = (...given) => {
    if (own === undefined) Reflect.deleteProperty(client, 'query');
    else Object.defineProperty(client, 'query', own);
    release.apply(client, given);
  };
  return client;
}

const isCallback = (value: unknown): boolean => typeof value === 'function';

/** The driver's own object for a statement, as `send` makes it. */
interface Submittable {
  callback: (error: unknown, ...rest: unknown[]) => void;
}

const isSubmittable = (statement: unknown): statement is Submittable =>
  typeof statement === 'object' && statement !== null && isCallback(Reflect.get(statement, 'callback'));

function beginStatement(statement: unknown, steps: Step[] | undefined): EndStep | undefined {
  if (steps === undefined) return undefined;
  const { name, text = '' } =
    typeof statement === 'object' && statement !== null
      ? (statement as { readonly name?: string; readonly text?: string })
      : { text: String(statement) };
  const shown = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(set local app\.team = ')[^']*/, '$1…');
  const [verb = 'statement'] = shown.split(/[^a-z]/i, 1);
  return beginStep(
    name === undefined ? verb.toUpperCase() : `${verb.toUpperCase()} ${name}`,
    { 'db.system.name': 'postgresql', 'db.query.text': shown.slice(0, MOST_TEXT) },
    steps,
  );
}

function ending(answer: unknown, end: EndStep): unknown {
  (answer as Promise<unknown>).then(
    () => end(false),
    () => end(true),
  );
  return answer;
}
