import {
  type PlanLimits,
  TEAM_FILES,
  TEAM_STORED_BYTES,
  type TeamLimits,
  TOUR_UPLOAD_MAX_BYTES,
  TRIAL_DAYS,
} from '@openhouse/contract';

/** A Team's plan, and what is used of it. */
export interface TeamPlan extends PlanLimits {
  readonly plan: string;
  readonly usedTours: number;
  readonly usedBytes: number;
  readonly usedFiles: number;
}

/** Largest upload that a plan allows, in bytes. */
export function uploadBytesOf({ uploadBytes }: Pick<PlanLimits, 'uploadBytes'>): number {
  return Math.min(uploadBytes ?? TOUR_UPLOAD_MAX_BYTES, TOUR_UPLOAD_MAX_BYTES);
}

/**
 * What holds for a Team.
 * @param usual What holds where its plan says nothing: calls that an app may make in a minute, 0 without a limit; days that usage is
 *   kept.
 */
export function limitsInForce(
  plan: TeamPlan,
  usual: { readonly callsPerMinute: number; readonly usageDays: number },
): Omit<TeamLimits, 'deletionDays'> {
  return {
    plan: plan.plan,
    // 0 switches a limit of calls off.
    callsPerMinute: (plan.callsPerMinute ?? usual.callsPerMinute) || null,
    teamCallsPerMinute: plan.teamCallsPerMinute || null,
    exchangesPerMinute: plan.exchangesPerMinute || null,
    tours: plan.tours,
    storedBytes: plan.storedBytes ?? TEAM_STORED_BYTES,
    files: plan.files ?? TEAM_FILES,
    uploadBytes: uploadBytesOf(plan),
    trialDays: plan.trialDays ?? TRIAL_DAYS,
    usageDays: plan.usageDays ?? usual.usageDays,
    used: { tours: plan.usedTours, storedBytes: plan.usedBytes, files: plan.usedFiles },
  };
}
