import { TRIAL_DAYS } from '@openhouse/contract';
import { newAppKey, newXid } from '../../../apps/app-secret.ts';
import { trialEnd } from '../rules.ts';
import type { UpstreamAppService } from './upstream-app-service.ts';

/**
 * The default: apps are made here, with the usual trial. It keeps nothing between calls, so a repeated request leaves
 * no second app behind: only the credential that the completion saves comes to exist.
 */
export function embeddedAppService(nowMs: () => number): UpstreamAppService {
  return {
    createApp: async () => ({ appKey: newAppKey(), xid: newXid(), trialEndsAt: trialEnd(nowMs(), TRIAL_DAYS) }),
    appsOf: async () => [],
  };
}
