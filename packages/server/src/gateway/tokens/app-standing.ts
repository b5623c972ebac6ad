/** What the gateway must know of an app to judge a request. */
export interface AppStanding {
  readonly appId: bigint;
  readonly teamId: string;
  readonly teamCode: string;
  readonly appKey: string;
  readonly disabled: boolean;
  /** When the trial ends, in milliseconds since the Unix epoch; null while that is pending. */
  readonly trialEndsAtMs: number | null;
  readonly secrets: readonly SecretVersion[];
}

/** One version of an app's secret. */
export interface SecretVersion {
  readonly version: number;
  readonly verifier: Buffer;
  /** Refused from here on, in milliseconds since the Unix epoch; null without an end. */
  readonly endsAtMs: number | null;
}

/** Why an app may not use the gateway now. */
export function appRefusal(app: AppStanding, nowMs: number): 'err_app_disabled' | 'err_app_expired' | undefined {
  if (app.disabled) return 'err_app_disabled';
  // A pending trial has not ended: the app works (SPEC 2.2).
  if (app.trialEndsAtMs !== null && app.trialEndsAtMs <= nowMs) return 'err_app_expired';
  return undefined;
}

export function isLive(secret: SecretVersion, nowMs: number): boolean {
  return secret.endsAtMs === null || secret.endsAtMs > nowMs;
}
