import { TRIAL_DAYS } from '@openhouse/contract';
import { newAppKey, newXid } from '../../../apps/app-secret.ts';
import { trialEnd } from '../rules.ts';
import type { UpstreamAppService } from './upstream-app-service.ts';

/**
 * The default: apps are created here, with the trial of the plan. It stores nothing, so a retried request leaves no second
 * app behind: only the credential that the completion saves comes to exist.
 */
export function embeddedAppService(nowMs: () => number): UpstreamAppService {
  return {
    changesTrials: false,
    createApp: async ({ trialDays }) => ({
      appKey: newAppKey(),
      xid: newXid(),
      trialEndsAt: trialEnd(nowMs(), trialDays ?? TRIAL_DAYS),
    }),
    appsOf: async () => [],
  };
}
