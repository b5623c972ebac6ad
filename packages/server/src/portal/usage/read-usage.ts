import {
  accessToken,
  CALLS_LISTED_MAX,
  type CallExplanation,
  failuresOfAccessToken,
  type GatewayCall,
  type Usage,
} from '@openhouse/contract';
import type { Pool } from 'pg';
import { LIMITED, limitedIn, type Steps, usageOf } from './rules.ts';
import { explanation, shownCall } from './shown.ts';
import { callOfTeam, callsOf, costsOf, peakOf, stepsOf, unknownCall } from './store.ts';

/** One app, by its row and its Team's. */
export interface UsedApp {
  readonly teamId: string;
  readonly appId: string;
}

/** @param appLimitPerMinute Calls that an app may make in a minute; 0 without a limit. */
export async function readUsage(pool: Pool, app: UsedApp, steps: Steps, appLimitPerMinute: number): Promise<Usage> {
  const span = { ...app, from: steps.from, to: steps.to };
  const rows = await stepsOf(pool, span, steps.stepS);
  const costs = await costsOf(pool, span);
  const peak = await peakOf(pool, span, accessToken.name, [...failuresOfAccessToken, LIMITED]);
  return usageOf(steps, rows, costs, {
    perMinute: appLimitPerMinute === 0 ? null : appLimitPerMinute,
    peak: peak === undefined ? null : { at: peak.at.toISOString(), calls: peak.calls },
    refused: limitedIn(rows),
  });
}

/** The last calls of an app, newest first. @param result null for all of them. */
export async function readCalls(
  pool: Pool,
  { teamId, appId }: UsedApp,
  result: 'succeeded' | 'refused' | null,
  limit: number = CALLS_LISTED_MAX,
): Promise<GatewayCall[]> {
  return (await callsOf(pool, teamId, appId, result, limit)).map(shownCall);
}

/** Explains a call to a Team: as its own where it is one, otherwise as far as it is public. */
export async function readExplanation(
  pool: Pool,
  teamId: string,
  requestId: string,
): Promise<CallExplanation | undefined> {
  const row = (await callOfTeam(pool, teamId, requestId)) ?? (await unknownCall(pool, requestId));
  return row === undefined ? undefined : explanation(row);
}
