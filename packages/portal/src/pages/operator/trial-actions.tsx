import type { OperatorApp } from '@openhouse/contract';
import { useState } from 'react';
import { portalClock } from '../../api/portal-clock.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { useWords } from './words.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that a trial may be extended by, as a choice; 0 ends it now. The command takes any. */
const DAYS = ['7', '14', '30', '90', '365', '0'] as const;

/** Extends the trial of an app or ends it, and asks the upstream about it again. */
export function TrialActions({ app }: { readonly app: OperatorApp }) {
  const { t } = useWords();
  const portal = usePortal();
  const [asking, setAsking] = useState<'trial' | 'upstream'>();
  const [days, setDays] = useState<(typeof DAYS)[number]>('30');
  const [answer, setAnswer] = useState<string>();
  const params = { app_key: app.appKey };
  const close = () => setAsking(undefined);
  return (
    <>
      <Button onClick={() => setAsking('trial')}>{t('operator:setTrial')}</Button>
      <Button onClick={() => setAsking('upstream')}>{t('operator:askUpstream')}</Button>
      {answer !== undefined && <span role="status">{answer}</span>}
      {asking === 'trial' && (
        <DecisionDialog
          title={t('operator:setTrialTitle', { name: app.name })}
          confirm={t('operator:setTrial')}
          isDanger={days === '0'}
          decide={({ signal, key }, reason) => {
            const endsAt = new Date(portalClock.nowMs() + Number(days) * DAY_MS).toISOString();
            return portal.call('set-trial', { params, body: { endsAt, reason } }, signal, key);
          }}
          onClose={close}
        >
          <ChoiceField
            label={t('operator:endsIn')}
            value={days}
            choices={DAYS.map((one) => [
              one,
              one === '0' ? t('operator:endNow') : t('operator:days', { count: Number(one) }),
            ])}
            onChange={setDays}
          />
        </DecisionDialog>
      )}
      {asking === 'upstream' && (
        <DecisionDialog
          title={t('operator:askUpstream')}
          confirm={t('operator:askUpstream')}
          decide={({ signal, key }, reason) => portal.call('ask-upstream', { params, body: { reason } }, signal, key)}
          onDecided={(said) => setAnswer(t(`operator:upstreamSaid.${said.answer}`))}
          onClose={close}
        >
          <p>{t('operator:askUpstreamText')}</p>
        </DecisionDialog>
      )}
    </>
  );
}
