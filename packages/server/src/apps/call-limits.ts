/** What a plan says of calls of the gateway (decision 0136). null: what the installation sets. 0 switches a limit off. */
export interface PlanOfCalls {
  /** Of each app. */
  readonly callsPerMinute: number | null;
  /** Of all apps of a Team together. */
  readonly teamCallsPerMinute: number | null;
  /** Of each app. */
  readonly exchangesPerMinute: number | null;
}

/** What an operator allows one app for a while. null in a limit: the plan's. */
export interface LimitException {
  readonly callsPerMinute: number | null;
  readonly exchangesPerMinute: number | null;
  /** It holds no more from here on, in milliseconds since the Unix epoch. */
  readonly endsAtMs: number;
}

/** A plan that sets nothing. */
export const EMPTY_PLAN: PlanOfCalls = { callsPerMinute: null, teamCallsPerMinute: null, exchangesPerMinute: null };

/**
 * Calls that an app may make in a minute: by its exception while that lasts, else by its plan, else as the installation sets.
 * @param usual What the installation sets.
 */
export function callsPerMinuteOf(
  plan: PlanOfCalls,
  exception: LimitException | null,
  usual: number,
  nowMs: number,
): number {
  return allowed(exception, nowMs)?.callsPerMinute ?? plan.callsPerMinute ?? usual;
}

/** Exchanges that an app may make in a minute; the installation sets none. */
export function exchangesPerMinuteOf(plan: PlanOfCalls, exception: LimitException | null, nowMs: number): number {
  return allowed(exception, nowMs)?.exchangesPerMinute ?? plan.exchangesPerMinute ?? 0;
}

function allowed(exception: LimitException | null, nowMs: number): LimitException | undefined {
  return exception !== null && exception.endsAtMs > nowMs ? exception : undefined;
}
