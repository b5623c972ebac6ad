import type { DeliveryProblem, HeardEvent } from '@openhouse/contract';
import type { Server } from '../../server.ts';
import { type Told, told } from '../../told.ts';
import type { World } from '../../world.ts';

/** Answers of a receiver that do not take an event, after which it is left. */
const REFUSALS_MAX = 5;
/** Seconds between the first two tries; doubled from try to try, up to the second. */
const RETRY_FIRST_S = 1;
export const RETRY_LAST_S = 16;
/** Nobody is there to refuse: a receiver that is being started, whose name is not there yet, or whose certificate is not trusted. */
const NOBODY: readonly DeliveryProblem[] = ['refused', 'name', 'tls'];

/** One try to forward an event. */
export interface Forwarded {
  /** When it was tried: ISO 8601, UTC. */
  readonly at: string;
  readonly type: string;
  /** Code of the tour, or key of the app, that it is about; null for neither. */
  readonly about: string | null;
  readonly eventId: string;
  /** HTTP status of the answer, if one came. */
  readonly status: number | null;
  /** Why it does not count; null where it was taken. */
  readonly problem: DeliveryProblem | null;
  readonly costMs: number;
  /** Seconds until it is tried again; null where it was taken, or is left. */
  readonly againS: number | null;
}

/** Where events go, and how they are signed. */
export interface Receiver {
  readonly url: URL;
  readonly secret: string;
  /** Authorities to trust in place of the usual ones; undefined for these. */
  readonly ca: readonly string[] | undefined;
}

interface Telling {
  readonly world: World;
  readonly stopping: AbortSignal;
  /** Takes each try. */
  readonly tell: (tried: Forwarded) => void;
  /** Takes a sentence for the person. */
  readonly say: (sentence: Told) => void;
}

/**
 * Forwards events as the service sends them to a webhook: same body, headers and rules of what counts.
 * @returns Forwards one event until it is accepted, was refused five times, or `stopping` ends it. Reports each attempt.
 */
export function forwarderTo(
  { deliver, outsideFetch, signedHeaders }: Server,
  { url, secret, ca }: Receiver,
  { world, stopping, tell, say }: Telling,
): (event: HeardEvent) => Promise<void> {
  // Straight to this one host, whatever proxy the environment names for the way to the portal.
  const fetching = outsideFetch({ allowedHosts: [url.hostname], ...(ca && { ca }) });
  let isDistrustTold = false;
  return async ({ eventId, type, body }) => {
    const about = subjectOf(body);
    let refusalsLeft = REFUSALS_MAX;
    for (let waitS = RETRY_FIRST_S; !stopping.aborted; waitS = Math.min(2 * waitS, RETRY_LAST_S)) {
      const startMs = Date.now();
      const headers = signedHeaders(eventId, Math.floor(startMs / 1000), body, [secret]);
      const tried = await deliver(fetching, { url: url.href, headers, body }, stopping);
      if (tried === undefined) return;
      const { status, problem } = tried;
      if (problem !== null && !NOBODY.includes(problem)) refusalsLeft -= 1;
      const againS = problem !== null && refusalsLeft > 0 ? waitS : null;
      const at = new Date(startMs).toISOString();
      tell({ at, type, about, eventId, status, problem, costMs: Date.now() - startMs, againS });
      if (problem === 'tls' && !isDistrustTold) {
        isDistrustTold = true;
        say(
          told`${url.origin} speaks no TLS, or has a certificate that is not trusted here. Events wait meanwhile. If it comes from an authority of your own, start again with its certificate in OPENHOUSE_CA_FILE.`,
        );
      }
      if (againS === null) return;
      await world.sleep(againS * 1000, stopping);
    }
  };
}

function subjectOf(body: string): string | null {
  const { data } = JSON.parse(body) as { data: { resource_code?: string; app_key?: string } };
  return data.resource_code ?? data.app_key ?? null;
}
