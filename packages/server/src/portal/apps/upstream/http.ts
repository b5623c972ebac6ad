import { APP_CATEGORY, type UpstreamAppsCall, upstreamCreateApp, upstreamListApps } from '@openhouse/contract';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { providerFetch } from '../../identity/provider-fetch.ts';
import { developerCredentials } from '../rules.ts';
import { type UpstreamApp, type UpstreamAppService, UpstreamUnavailable } from './upstream-app-service.ts';

export interface HttpAppServiceOptions {
  /** Where the service answers, without a trailing slash. */
  readonly url: string;
  /** Sent raw as Authorization. */
  readonly token: string;
  /** Milliseconds a call may take. */
  readonly timeoutMs: number;
  /** XID of the default credential, which is not a Developer app (SPEC 2.2). */
  readonly defaultXid: string | null;
}

const Success = Type.Object({ code: Type.Literal(0), data: Type.Unknown() });

/** An upstream app service over HTTP, by the calls of the contract (decision 0032). */
export function httpAppService({ url, token, timeoutMs, defaultXid }: HttpAppServiceOptions): UpstreamAppService {
  const ask = async <Call extends UpstreamAppsCall>(
    call: Call,
    request: Static<Call['request']>,
  ): Promise<Static<Call['data']>> => {
    const query =
      call.method === 'GET'
        ? `?${new URLSearchParams(Object.entries(request).map(([name, value]): [string, string] => [name, String(value)]))}`
        : '';
    const response = await providerFetch(
      `${url}${call.path}${query}`,
      {
        method: call.method,
        headers: { authorization: token, accept: 'application/json', 'content-type': 'application/json' },
        ...(call.method === 'POST' ? { body: JSON.stringify(request) } : {}),
      },
      timeoutMs,
    ).catch((error: unknown) => {
      throw new UpstreamUnavailable(error instanceof Error ? error.message : 'it could not be reached');
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.status !== 200) throw new UpstreamUnavailable(`it answered with HTTP ${response.status}`);
    if (!Value.Check(Success, answer)) throw new UpstreamUnavailable('it refused');
    if (!Value.Check(call.data, answer.data)) throw new UpstreamUnavailable('its answer has another shape');
    return answer.data as Static<Call['data']>;
  };
  const appsIn = (data: Static<(typeof upstreamCreateApp)['data']>): UpstreamApp[] =>
    developerCredentials(data.credentials, defaultXid).map(({ app_key, xid, trial_ends_at }) => ({
      appKey: app_key,
      xid,
      trialEndsAt: trial_ends_at === null ? null : new Date(trial_ends_at * 1000),
    }));
  return {
    changesTrials: true,
    async createApp({ key, team, name, trialDays }) {
      const asked = { idempotency_key: key, team, name, category: APP_CATEGORY } as const;
      const request = trialDays === null ? asked : { ...asked, trial_days: trialDays };
      const [made, ...others] = appsIn(await ask(upstreamCreateApp, request));
      if (made === undefined || others.length > 0) {
        throw new UpstreamUnavailable('it did not answer with one credential of category open');
      }
      return made;
    },
    async appsOf(team) {
      return appsIn(await ask(upstreamListApps, { team, category: APP_CATEGORY }));
    },
  };
}
