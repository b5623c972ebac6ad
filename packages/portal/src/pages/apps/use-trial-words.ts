import type { DeveloperApp } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { portalClock } from '../../api/portal-clock.ts';
import { trialOf } from './trial.ts';

/** @returns A function that says how an app's trial stands, in the page's language. */
export function useTrialWords(): (app: DeveloperApp) => string {
  const { t } = useTranslation();
  return (app) => {
    const trial = trialOf(app, portalClock.nowMs());
    switch (trial.kind) {
      case 'pending':
        return t('apps.trialPending');
      case 'ended':
        return t('apps.trialEnded');
      case 'running':
        return t('apps.trialLeft', { count: trial.daysLeft });
    }
  };
}
