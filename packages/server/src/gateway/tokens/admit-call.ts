import { callsPerMinuteOf, exchangesPerMinuteOf, type PlanOfCalls } from '../../apps/call-limits.ts';
import { isOfPortal, openPortalToken } from '../../apps/portal-token.ts';
import { clientAddress, type Proxies } from '../../kernel/http/client-address.ts';
import { countedAddress } from '../../kernel/http/ip-address.ts';
import { isInside } from '../../kernel/http/ip-network.ts';
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
  /** Calls of an app whose plan says nothing of them. */
  readonly appLimitPerMinute: number;
  readonly ipLimitPerMinute: number;
  /** Bits of an IPv6 address that are counted as one. */
  readonly ipLimitIpv6Bits: number;
  readonly proxies: Proxies;
  /** Age of the cached standing, in milliseconds. */
  readonly standingAgeMs: () => number;
  readonly standingStaleMaxMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

/** The one place where a request of the gateway is admitted: freshness, address, token, app, its limit, its Team's, in this order. */
export interface Admission {
  /** Before credentials are looked at. @throws {GatewayError} */
  address(call: Call): void | Promise<void>;
  /** The app of the access token. @throws {GatewayError} */
  app(call: Call): AppStanding | Promise<AppStanding>;
  /** The same for an activation. @throws {GatewayError} */
  activation(call: Call): AppStanding | Promise<AppStanding>;
  /**
   * An exchange with the right secret, by its address and limit: a wrong secret takes nothing from an app, whose key is public, and
   * learns nothing of it. @throws {GatewayError}
   */
  exchange(call: Call, app: AppStanding): void | Promise<void>;
}

/** Behind NAT or a proxy, only the gateway can tell integrators which address arrives. */
const seenFrom = (address: string): string =>
  `The app may not exchange from ${address}, which is the address that the gateway saw. Exchange from one of its networks, or have a Team owner add this one on the page of the app.`;

export function admission(deps: AdmissionDeps): Admission {
  const open: TokenOpeners = {
    access: rememberedTokens(deps.accessTokenKeys),
    portal: (token) => openPortalToken(token, deps.accessTokenKeys),
  };
  const ipLimit = limitOf('ip', (address) => countedAddress(address, deps.ipLimitIpv6Bits));
  const appLimit = limitOf('app');
  const teamLimit = limitOf('team');
  const exchangeLimit = limitOf('exchange');

  function isCallOfPortal({ request }: Call): boolean {
    const { authorization } = request.headers;
    return authorization !== undefined && open.portal(authorization) !== undefined;
  }

  function judgeAddress(call: Call, verdict: LimitVerdict | undefined): void {
    if (verdict === undefined) return;
    call.addressVerdict = verdict;
    if (!verdict.allowed) throw limitRefusal(ipLimit, verdict);
  }

  /** What the app's limit refuses takes nothing from the Team's. */
  function judgeApp(
    call: Call,
    app: AppStanding,
    plan: PlanOfCalls,
    verdict: LimitVerdict | undefined,
  ): AppStanding | Promise<AppStanding> {
    call.appVerdict = verdict;
    if (verdict?.allowed === false) throw limitRefusal(appLimit, verdict);
    const ofTeam = takeLimit(deps.limiter, teamLimit, app.teamCode, plan.teamCallsPerMinute ?? 0);
    return ofTeam instanceof Promise ? ofTeam.then((late) => judgeTeam(call, app, late)) : judgeTeam(call, app, ofTeam);
  }

  function judgeTeam(call: Call, app: AppStanding, verdict: LimitVerdict | undefined): AppStanding {
    call.teamVerdict = verdict;
    if (verdict?.allowed === false) throw limitRefusal(teamLimit, verdict);
    return app;
  }

  function judgeExchange(call: Call, verdict: LimitVerdict | undefined): void {
    call.exchangeVerdict = verdict;
    if (verdict?.allowed === false) throw limitRefusal(exchangeLimit, verdict);
  }

  function admitApp(call: Call, activates = false): AppStanding | Promise<AppStanding> {
    const nowMs = deps.nowMs();
    const judged = judgeToken(call.request.headers.authorization, open, deps.standings.byId, nowMs);
    // A read by the Team itself is counted for no app.
    call.appKey = judged.app?.appKey || undefined;
    call.secretVersion = judged.secretVersion;
    if ('refusal' in judged) throw new GatewayError(judged.refusal);
    const { app } = judged;
    if (activates && !app.mayActivate) throw new GatewayError('err_app_read_only');
    // The portal counts its users itself: what they look at costs their integrations nothing (decision 0097).
    if (isOfPortal(judged.secretVersion)) return app;
    const plan = deps.standings.planOf(app);
    const quota = callsPerMinuteOf(plan, app.exception, deps.appLimitPerMinute, nowMs);
    const verdict = takeLimit(deps.limiter, appLimit, app.appKey, quota);
    return verdict instanceof Promise
      ? verdict.then((late) => judgeApp(call, app, plan, late))
      : judgeApp(call, app, plan, verdict);
  }

  return {
    address(call) {
      if (deps.standingAgeMs() > deps.standingStaleMaxMs) {
        // Fail closed: with stale data a disabled app could slip through.
        throw unavailable();
      }
      call.address = clientAddress(call.request, deps.proxies);
      // The portal counts its users itself; by its own address they would all share one window.
      if (isCallOfPortal(call)) return;
      const verdict = takeLimit(deps.limiter, ipLimit, call.address, deps.ipLimitPerMinute);
      return verdict instanceof Promise
        ? verdict.then((late) => judgeAddress(call, late))
        : judgeAddress(call, verdict);
    },
    app: (call) => admitApp(call),
    activation: (call) => admitApp(call, true),
    exchange(call, app) {
      if (app.networks.length > 0 && !isInside(app.networks, call.address)) {
        throw new GatewayError('err_app_network_not_allowed', seenFrom(call.address));
      }
      const quota = exchangesPerMinuteOf(deps.standings.planOf(app), app.exception, deps.nowMs());
      const verdict = takeLimit(deps.limiter, exchangeLimit, app.appKey, quota);
      return verdict instanceof Promise
        ? verdict.then((late) => judgeExchange(call, late))
        : judgeExchange(call, verdict);
    },
  };
}
