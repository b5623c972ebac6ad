import type { OperatorApp } from '@openhouse/contract';
import { useState } from 'react';
import { portalClock } from '../../api/portal-clock.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { LimitFields, limitsIn, limitsOfException, typedOf } from './limit-fields.tsx';
import { useWords } from './words.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that an exception may last, as a choice; 0 ends it now. The command takes any. */
const DAYS = ['1', '7', '30', '90', '0'] as const;

/** Allows an app other limits than its plan for a while, or ends that. */
export function ExceptionAction({ app }: { readonly app: OperatorApp }) {
  const { t } = useWords();
  const portal = usePortal();
  const [asking, setAsking] = useState(false);
  const [days, setDays] = useState<(typeof DAYS)[number]>('7');
  const [typed, setTyped] = useState(typedOf({}));
  return (
    <>
      <Button
        onClick={() => {
          const { callsPerMinute = null, exchangesPerMinute = null } = app.exception ?? {};
          setTyped(typedOf({ callsPerMinute, exchangesPerMinute }));
          setAsking(true);
        }}
      >
        {t('operator:except')}
      </Button>
      {asking && (
        <DecisionDialog
          title={t('operator:exceptTitle', { name: app.name })}
          confirm={t('operator:except')}
          isDanger={days === '0'}
          decide={({ signal, key }, reason) => {
            const endsAt = new Date(portalClock.nowMs() + Number(days) * DAY_MS).toISOString();
            const body = { limits: days === '0' ? {} : limitsIn(typed, limitsOfException), endsAt, reason };
            return portal.call('set-exception', { params: { app_key: app.appKey }, body }, signal, key);
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('operator:exceptText')}</p>
          {days !== '0' && <LimitFields limits={limitsOfException} typed={typed} onChange={setTyped} />}
          <ChoiceField
            label={t('operator:exceptionEnds')}
            value={days}
            choices={DAYS.map((one) => [
              one,
              one === '0' ? t('operator:endNow') : t('operator:days', { count: Number(one) }),
            ])}
            onChange={setDays}
          />
        </DecisionDialog>
      )}
    </>
  );
}
