import { randomBytes } from 'node:crypto';
import { HEARD_KEEP_DAYS, LISTENER_KEPT_MINUTES, listenForEvents, type PortalDataOf } from '@openhouse/contract';
import { type Command, type Invocation, optionValue, Refusal, UsageError } from '../../command.ts';
import { ofPort } from '../../gateway-client.ts';
import { patient } from '../../portal/patient.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { trusted } from '../../proxies.ts';
import { loadServer, type Server } from '../../server.ts';
import { stopSignal } from '../../stop-signal.ts';
import { type Filled, type Told, told } from '../../told.ts';
import type { World } from '../../world.ts';
import { eventsGiven, eventsOption } from './events.ts';
import { type Forwarded, forwarderTo, RETRY_LAST_S } from './forward.ts';

type Heard = PortalDataOf<typeof listenForEvents>;

/** Holds the secret that events are signed with, for a receiver that has one already. */
const SECRET_VARIABLE = 'OPENHOUSE_WEBHOOK_SECRET';
/** Milliseconds between two looks: an event comes within this time. */
const LOOK_MS = 2000;

/** `openhouse listen` (decision 0196). */
export const listen: Command = portalCommand({
  name: 'listen',
  summary: "Have a Team's events sent to an address that only your machine reaches, as a webhook would be.",
  description: [
    `Runs until you press Ctrl-C. Everybody in the Team may use it. Events are signed with the secret in ${SECRET_VARIABLE}; without it a new one is created and printed, which ends with the command.`,
    `One line per attempt: time, event, tour or app, the answer of the receiver, duration and webhook-id. Events are sent one after the other. One that is not accepted is retried after 1, 2, 4 and 8 seconds and dropped after the fifth answer; while no receiver is listening, every ${RETRY_LAST_S} seconds until one is. Events that occur while the portal cannot be reached are delivered afterwards, for up to ${LISTENER_KEPT_MINUTES} minutes; those that wait for the receiver are kept for ${HEARD_KEEP_DAYS * 24} hours.`,
  ],
  arguments: [],
  options: [
    { flags: '--forward-to <url>', description: 'where events are sent by POST, as in http://localhost:8080/hook' },
    eventsOption,
    teamOption,
  ],
  examples: [
    {
      call: 'openhouse listen --forward-to http://localhost:8080/hook --events tour.imported,tour.replaced',
      does: 'sends these events to a program that you are working on',
    },
  ],
  calls: [listenForEvents],
  async act({ portal, invocation, out, world }) {
    const url = receiverOf(invocation);
    const events = (await eventsGiven(invocation)) ?? [];
    const server = await loadServer();
    if (server.isPortBlocked(url))
      throw new UsageError(
        told`No client of HTTP calls port ${url.port}. Let your program listen at another one, such as 8080.`,
      );
    const { secret, isNew } = secretFor(world, server);
    const ca = await trusted(world);
    const params = { listener: randomBytes(16).toString('base64url') };
    const ending = new AbortController();
    const stopping = AbortSignal.any([stopSignal(world), ending.signal]);

    // Events handed to the forwarder, and those of them that the portal still has to be told about.
    const [handed, taken] = [new Set<string>(), new Set<string>()];
    const look = async (): Promise<Heard> => {
      const told = [...taken];
      const heard = await portal.call(listenForEvents, { params, body: { events, taken: told } });
      for (const id of told) {
        taken.delete(id);
        handed.delete(id);
      }
      return heard;
    };
    const tell = (tried: Forwarded) => out.many([tried], cellsOf);
    const forward = forwarderTo(server, { url, secret, ca }, { world, stopping, tell, say: out.say });
    let forwarded = Promise.resolve();

    let heard: Heard | undefined = await look();
    let last = heard;
    out.say(told`What happens in ${last.team.name} is sent to ${url.href} until you press Ctrl-C.`);
    if (isNew) {
      out.say(
        told`Signed with a secret of this run, which the receiver needs:\n  export ${SECRET_VARIABLE}='${secret}'`,
      );
    }
    const lookAgain = patient(look, out.say);
    try {
      while (!stopping.aborted) {
        if (heard !== undefined) {
          warnOfGap(last, heard, out.say);
          last = heard;
          for (const event of heard.events.filter(({ id }) => !handed.has(id))) {
            handed.add(event.id);
            forwarded = forwarded.then(() => forward(event)).then(() => void taken.add(event.id));
          }
        }
        await world.sleep(LOOK_MS, stopping);
        await world.heard?.();
        if (!stopping.aborted) heard = await lookAgain();
      }
    } finally {
      ending.abort();
      await forwarded;
      // Nobody waits for a portal that is away: it forgets the listener by itself.
      if (heard !== undefined) await portal.call(listenForEvents, { params, body: { end: true } }).catch(unlessRefused);
    }
  },
});

/** @throws {UsageError} */
function receiverOf(invocation: Invocation): URL {
  const given = optionValue(invocation, 'forwardTo');
  if (given === undefined)
    throw new UsageError(told`Say where events go with --forward-to, as in --forward-to http://localhost:8080/hook.`);
  // `localhost:8080` alone would be read as a scheme.
  const whole = given.includes('://') ? given : `http://${ofPort(given)}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new UsageError(
    told`${JSON.stringify(given)} is no address that events can be sent to. Write it whole and without a name or password, as in http://localhost:8080/hook.`,
  );
}

/** @throws {UsageError} The value is not repeated: it may be another secret. */
function secretFor({ env }: World, { isWebhookSecret, newWebhookSecret }: Server): { secret: string; isNew: boolean } {
  const given = (env[SECRET_VARIABLE] ?? '').trim();
  if (given === '') return { secret: newWebhookSecret(), isNew: true };
  if (isWebhookSecret(given)) return { secret: given, isNew: false };
  throw new UsageError(
    told`${SECRET_VARIABLE} holds no secret of a webhook: whsec_ and 24 to 64 bytes in base64. Unset it to have one made.`,
  );
}

/** @throws {Refusal} when the answer is about another Team. */
function warnOfGap(last: Heard, heard: Heard, say: (sentence: Told) => void): void {
  if (heard.team.id !== last.team.id) {
    const sentence = told`Your active Team is ${heard.team.name} now, and no longer ${last.team.name}. Name the one you mean with --team.`;
    throw new Refusal('TEAM_CHANGED', sentence);
  }
  if (heard.since !== last.since) {
    say(
      told`The portal had not heard from here for too long. What happened before ${heard.since ?? '-'} and had not come is lost.`,
    );
  }
}

/** It is forgotten after a while anyway. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

const cellsOf = ({ at, type, about, eventId, status, problem, costMs, againS }: Forwarded): Filled[] => {
  const answer = problem === null || problem === 'status' ? `HTTP ${status}` : problem;
  const next = problem === null ? '' : againS === null ? told`, left` : told`, again in ${againS} s`;
  return [at, type, about ?? '-', told`${answer}${next}`, told`${costMs} ms`, eventId];
};
