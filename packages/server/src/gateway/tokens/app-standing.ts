import type { LimitException } from '../../apps/call-limits.ts';
import type { IpNetwork } from '../../kernel/http/ip-network.ts';

/** What the gateway must know of an app to judge a request. */
export interface AppStanding {
  readonly appId: bigint;
  readonly teamId: string;
  readonly teamCode: string;
  readonly appKey: string;
  /** By an owner. */
  readonly disabled: boolean;
  /** By an operator: the app, or its whole Team. */
  readonly suspended: boolean;
  /** Its Team is to be deleted. */
  readonly closed: boolean;
  /** When the trial ends, in milliseconds since the Unix epoch; null while that is pending. */
  readonly trialEndsAtMs: number | null;
  /** Name of its Team's plan. */
  readonly plan: string;
  readonly exception: LimitException | null;
  /** From where it may exchange; none: from anywhere. */
  readonly networks: readonly IpNetwork[];
  readonly mayActivate: boolean;
  readonly secrets: readonly SecretVersion[];
}

/** One version of an app's secret. */
export interface SecretVersion {
  readonly version: number;
  readonly verifier: Buffer;
  /** Refused from this time on, in milliseconds since the Unix epoch; null without an end. */
  readonly endsAtMs: number | null;
}

/** Why an app may not use the gateway now. */
export function appRefusal(
  app: AppStanding,
  nowMs: number,
): 'err_app_suspended' | 'err_app_team_closed' | 'err_app_disabled' | 'err_app_expired' | undefined {
  if (app.suspended) return 'err_app_suspended';
  if (app.closed) return 'err_app_team_closed';
  if (app.disabled) return 'err_app_disabled';
  // A pending trial has not ended: the app works (SPEC 2.2).
  if (app.trialEndsAtMs !== null && app.trialEndsAtMs <= nowMs) return 'err_app_expired';
  return undefined;
}

export function isLive(secret: SecretVersion, nowMs: number): boolean {
  return secret.endsAtMs === null || secret.endsAtMs > nowMs;
}
