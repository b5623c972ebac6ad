import {
  CALLS_LISTED_MAX,
  explainCall,
  type GatewayCall,
  getUsage,
  listApps,
  listCalls,
  REQUEST_ID_PATTERN,
} from '@openhouse/contract';
import { type Invocation, optionNumber, optionValue, UsageError } from '../command.ts';
import { appOf } from '../named.ts';
import { patient } from '../portal/patient.ts';
import { portalCommand, teamOption } from '../portal/portal-command.ts';
import { stopSignal } from '../stop-signal.ts';
import { told } from '../told.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Ranges that `--last` takes, with the step they are summed up in. */
const ranges = {
  '1h': { hours: 1, step: '60' },
  '24h': { hours: 24, step: '600' },
  '7d': { hours: 24 * 7, step: '3600' },
  '30d': { hours: 24 * 30, step: '21600' },
} as const;

/** `openhouse usage`. */
export const usage = portalCommand({
  name: 'usage',
  summary: 'Show how an app uses the gateway.',
  description:
    'One line per operation: name, calls, refused calls, and the median and 95th percentile latency of successful calls. Then the versions of the secret, and the busiest minute compared with the rate limit of the app.',
  arguments: [{ name: 'app', description: 'app key or name', required: true }],
  options: [teamOption, { flags: '--last <range>', description: '1h, 24h (default), 7d or 30d' }],
  examples: [{ call: 'openhouse usage ohk_3mWvZ1bq8TnKx5RcJ7dYfA --last 7d', does: 'shows the last week of an app' }],
  calls: [listApps, getUsage],
  async act({ portal, words: [named = ''], invocation, out }) {
    const { hours, step } = rangeOf(invocation);
    const { appKey } = await appOf(portal, named);
    const from = new Date((await portal.nowMs()) - hours * HOUR_MS).toISOString();
    const answer = await portal.call(getUsage, { params: { app_key: appKey }, query: { from, step } });
    if (out.asJson) {
      out.one(answer.usage, '');
      return;
    }
    const { operations, versions, limit } = answer.usage;
    const cost = (ms: number | null) => (ms === null ? '-' : told`${ms} ms`);
    out.many(operations, ({ operation, calls, refused, p50Ms, p95Ms }) => [
      operation,
      told`${calls} calls`,
      told`${refused} refused`,
      cost(p50Ms),
      cost(p95Ms),
    ]);
    out.many(versions, ({ version, calls, exchanges, sharePercent }) => [
      told`secret version ${version}`,
      told`${calls} calls`,
      told`${exchanges} exchanges`,
      `${sharePercent}%`,
    ]);
    const { perMinute, peak, refused } = limit;
    if (peak !== null)
      out.say(told`Busiest minute: ${peak.calls} of ${perMinute ?? told`unlimited`} calls, at ${peak.at}.`);
    if (refused > 0) out.say(told`Refused by the limit: ${refused}.`);
    if (operations.length === 0) out.say(told`No calls in this time.`);
  },
});

function rangeOf(invocation: Invocation): (typeof ranges)[keyof typeof ranges] {
  const last = optionValue(invocation, 'last') ?? '24h';
  if (Object.hasOwn(ranges, last)) return ranges[last as keyof typeof ranges];
  throw new UsageError(told`--last takes ${Object.keys(ranges).join(', ')}.`);
}

/** `openhouse calls`. */
export const calls = portalCommand({
  name: 'calls',
  summary: 'Show the last calls of an app, newest first.',
  description:
    'One line per call: time, operation, HTTP status, envelope status, cost, network and request_id. With --follow the oldest comes first, and new calls follow within seconds, until you press Ctrl-C; at a high rate some calls may be left out, and a line says so.',
  arguments: [{ name: 'app', description: 'app key or name', required: true }],
  options: [
    teamOption,
    { flags: '--refused', description: 'refused calls only' },
    { flags: '--limit <number>', description: `maximum number of calls, 1 to ${CALLS_LISTED_MAX}; default 20` },
    { flags: '--follow', description: 'go on with further calls as they come' },
  ],
  examples: [
    { call: 'openhouse calls "Viewing room" --refused', does: 'shows recent refused calls' },
    { call: 'openhouse calls "Viewing room" --follow --limit 1', does: 'shows calls as they come' },
  ],
  calls: [listApps, listCalls],
  async act({ portal, words: [named = ''], invocation, out, world }) {
    const limit = optionNumber(invocation, 'limit', { usual: 20, least: 1, most: CALLS_LISTED_MAX });
    const { appKey } = await appOf(portal, named);
    const query = invocation.options.refused === true ? { result: 'refused' as const } : {};
    const look = async () => (await portal.call(listCalls, { params: { app_key: appKey }, query })).calls;
    const tell = (found: readonly GatewayCall[]) => out.many(found, callCells);
    const found = await look();
    const last = found.slice(0, limit);
    if (invocation.options.follow !== true) {
      tell(last);
      return;
    }
    tell(last.toReversed());
    const stopping = stopSignal(world);
    const lookAgain = patient(look, out.say);
    let known = new Set(found.map(({ requestId }) => requestId));
    for (;;) {
      await world.sleep(FOLLOW_MS, stopping);
      if (stopping.aborted) return;
      const now = await lookAgain();
      if (now === undefined) continue;
      const unknown = now.filter(({ requestId }) => !known.has(requestId));
      if (unknown.length === CALLS_LISTED_MAX && known.size > 0) out.say(told`More calls came than the portal lists.`);
      tell(unknown.toReversed());
      await world.heard?.();
      known = new Set(now.map(({ requestId }) => requestId));
    }
  },
});

/** Milliseconds between two looks: calls appear within five seconds. */
const FOLLOW_MS = 2000;

const callCells = (call: GatewayCall) => [
  call.at,
  call.operation || '-',
  call.httpStatus,
  call.status,
  told`${call.costMs} ms`,
  call.byPortal ? told`this portal` : (call.network ?? '-'),
  call.requestId,
];

const REQUEST_ID = new RegExp(REQUEST_ID_PATTERN);

/** `openhouse explain`. */
export const explain = portalCommand({
  name: 'explain',
  summary: 'Explain a call of the gateway by its request_id.',
  description:
    'One line per check, in the order of the gateway; then the parameters that were ignored, or the message the caller got and how to fix it. Exit status 0 for a call that succeeded, 1 for one that was refused.',
  arguments: [{ name: 'request_id', description: 'request_id of the envelope, or X-Request-Id', required: true }],
  options: [teamOption],
  examples: [
    { call: 'openhouse explain 2f6c0a9e-8d41-4b53-9c7a-5e1d0b3f4a68', does: 'shows which check failed and what to do' },
  ],
  calls: [explainCall],
  async act({ portal, words: [requestId = ''], out }) {
    if (!REQUEST_ID.test(requestId)) {
      throw new UsageError(
        told`${JSON.stringify(requestId)} is no request_id: letters, digits and hyphens. Copy it whole.`,
      );
    }
    const explained = await portal.call(explainCall, { params: { request_id: requestId } });
    const { call, checks, failure } = explained;
    if (out.asJson) out.one(explained, '');
    else {
      out.one(call, told`${call.httpStatus} ${call.status}  ${call.operation || told`no operation`}  ${call.at}`);
      out.many(checks, ({ check, outcome }) => [outcome, check]);
      if (explained.ignored.length > 0) out.one(explained, told`ignored  ${explained.ignored.join(', ')}`);
      if (failure !== null) {
        if (call.parameter !== null) out.one(call, told`parameter  ${call.parameter}`);
        out.one(failure, failure.message);
        if (failure.hint === 'secret-retired') {
          out.one(
            failure,
            told`The token was obtained with version ${call.version ?? ''} of the secret, which has ended.`,
          );
        }
        if (failure.hint === 'secret-wrong') out.one(failure, told`The app key is right, the secret is not.`);
        out.one(failure, failure.advice);
      }
    }
    return failure === null ? 0 : 1;
  },
});
