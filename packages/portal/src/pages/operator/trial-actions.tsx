import type { OperatorApp } from '@openhouse/contract';
import { useState } from 'react';
import { afterDays } from '../../api/after-days.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { useWords } from './words.ts';

/** Days that a trial may be extended by, as a choice; 0 ends it now. The command takes any. */
const DAYS = ['7', '14', '30', '90', '365', '0'] as const;

const endIn = (days: (typeof DAYS)[number]) => ({ days, endsAt: afterDays(Number(days)) });

/** Extends the trial of an app or ends it, and asks the upstream about it again. */
export function TrialActions({ app }: { readonly app: OperatorApp }) {
  const { t } = useWords();
  const portal = usePortal();
  const [asking, setAsking] = useState<'trial' | 'upstream'>();
  const [{ days, endsAt }, setEnd] = useState(endIn('30'));
  const [answer, setAnswer] = useState<string>();
  const params = { app_key: app.appKey };
  const close = () => setAsking(undefined);
  return (
    <>
      <Button
        onClick={() => {
          setEnd(endIn(days));
          setAsking('trial');
        }}
      >
        {t('operator:setTrial')}
      </Button>
      <Button onClick={() => setAsking('upstream')}>{t('operator:askUpstream')}</Button>
      {answer !== undefined && <span role="status">{answer}</span>}
      {asking === 'trial' && (
        <DecisionDialog
          title={t('operator:setTrialTitle', { name: app.name })}
          confirm={t('operator:setTrial')}
          isDanger={days === '0'}
          wish={{ endsAt }}
          decide={({ signal, key }, body) => portal.call('set-trial', { params, body }, signal, key)}
          onClose={close}
        >
          <ChoiceField
            label={t('operator:endsIn')}
            value={days}
            choices={DAYS.map((one) => [
              one,
              one === '0' ? t('operator:endNow') : t('operator:days', { count: Number(one) }),
            ])}
            onChange={(one) => setEnd(endIn(one))}
          />
        </DecisionDialog>
      )}
      {asking === 'upstream' && (
        <DecisionDialog
          title={t('operator:askUpstream')}
          confirm={t('operator:askUpstream')}
          decide={({ signal, key }, body) => portal.call('ask-upstream', { params, body }, signal, key)}
          onDecided={(said) => setAnswer(t(`operator:upstreamSaid.${said.answer}`))}
          onClose={close}
        >
          <p>{t('operator:askUpstreamText')}</p>
        </DecisionDialog>
      )}
    </>
  );
}
