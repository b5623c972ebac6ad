import { isOfPortal, openPortalToken } from '../../apps/portal-token.ts';
import { clientAddress, type Proxies } from '../../kernel/http/client-address.ts';
import { countedAddress } from '../../kernel/http/ip-address.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import type { Limiter, LimitVerdict } from '../../kernel/limiter/limiter.ts';
import type { Call } from '../http/call.ts';
import { GatewayError, unavailable } from '../http/gateway-error.ts';
import { limitOf, limitRefusal, takeLimit } from '../limits/limits.ts';
import type { AppStanding } from './app-standing.ts';
import type { AppStandings } from './app-standings.ts';
import { rememberedTokens } from './remembered-tokens.ts';
import { judgeToken, type TokenOpeners } from './rules.ts';

export interface AdmissionDeps {
  readonly standings: AppStandings;
  readonly accessTokenKeys: KeyRing;
  readonly limiter: Limiter;
  readonly appLimitPerMinute: number;
  readonly ipLimitPerMinute: number;
  /** Bits of an IPv6 address that are counted as one. */
  readonly ipLimitIpv6Bits: number;
  readonly proxies: Proxies;
  /** Age of what is known of the apps, in milliseconds. */
  readonly standingAgeMs: () => number;
  readonly standingStaleMaxMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** The one place where a request of the gateway is admitted: freshness, address, token, app, limits, in this order. */
export interface Admission {
  /** Before credentials are looked at. @throws {GatewayError} */
  address(call: Call): void | Promise<void>;
  /** The app of the access token. @throws {GatewayError} */
  app(call: Call): AppStanding | Promise<AppStanding>;
}

export function admission(deps: AdmissionDeps): Admission {
  const open: TokenOpeners = {
    access: rememberedTokens(deps.accessTokenKeys),
    portal: (token) => openPortalToken(token, deps.accessTokenKeys),
  };
  const ipLimit = limitOf('ip', deps.ipLimitPerMinute, (address) => countedAddress(address, deps.ipLimitIpv6Bits));
  const appLimit = limitOf('app', deps.appLimitPerMinute);

  function isCallOfPortal({ request }: Call): boolean {
    const { authorization } = request.headers;
    return authorization !== undefined && open.portal(authorization) !== undefined;
  }

  function judgeAddress(call: Call, verdict: LimitVerdict | undefined): void {
    if (verdict === undefined) return;
    call.addressVerdict = verdict;
    if (!verdict.allowed) throw limitRefusal(ipLimit, verdict);
  }

  function judgeApp(call: Call, app: AppStanding, verdict: LimitVerdict | undefined): AppStanding {
    if (verdict === undefined) return app;
    call.appVerdict = verdict;
    if (!verdict.allowed) throw limitRefusal(appLimit, verdict);
    return app;
  }

  return {
    address(call) {
      if (deps.standingAgeMs() > deps.standingStaleMaxMs) {
        // Fail closed: with stale data a disabled app could slip through.
        throw unavailable();
      }
      call.address = clientAddress(call.request, deps.proxies);
      // The portal counts its people itself; by its own address they would all share one window.
      if (isCallOfPortal(call)) return;
      const verdict = takeLimit(deps.limiter, ipLimit, call.address);
      return verdict instanceof Promise
        ? verdict.then((late) => judgeAddress(call, late))
        : judgeAddress(call, verdict);
    },
    app(call) {
      const judged = judgeToken(call.request.headers.authorization, open, deps.standings.byId, deps.nowMs());
      // A Team's own reading is counted for no app.
      call.appKey = judged.app?.appKey || undefined;
      call.secretVersion = judged.secretVersion;
      if ('refusal' in judged) throw new GatewayError(judged.refusal);
      const { app } = judged;
      // The portal counts its people itself: what they look at takes nothing from their integrations (decision 0097).
      if (isOfPortal(judged.secretVersion)) return app;
      const verdict = takeLimit(deps.limiter, appLimit, app.appKey);
      return verdict instanceof Promise
        ? verdict.then((late) => judgeApp(call, app, late))
        : judgeApp(call, app, verdict);
    },
  };
}
