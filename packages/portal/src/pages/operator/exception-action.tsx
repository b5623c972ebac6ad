import type { OperatorApp } from '@openhouse/contract';
import { useState } from 'react';
import { afterDays } from '../../api/after-days.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { LimitFields, limitsIn, limitsOfException, typedOf } from './limit-fields.tsx';
import { useWords } from './words.ts';

/** Days that an exception may last, as a choice; 0 ends it now. The command takes any. */
const DAYS = ['1', '7', '30', '90', '0'] as const;

const endIn = (days: (typeof DAYS)[number]) => ({ days, endsAt: afterDays(Number(days)) });

/** Allows an app other limits than its plan for a while, or ends that. */
export function ExceptionAction({ app }: { readonly app: OperatorApp }) {
  const { t } = useWords();
  const portal = usePortal();
  const [asking, setAsking] = useState(false);
  const [{ days, endsAt }, setEnd] = useState(endIn('7'));
  const [typed, setTyped] = useState(typedOf({}));
  return (
    <>
      <Button
        onClick={() => {
          const { callsPerMinute = null, exchangesPerMinute = null } = app.exception ?? {};
          setTyped(typedOf({ callsPerMinute, exchangesPerMinute }));
          setEnd(endIn(days));
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
          wish={{ limits: days === '0' ? {} : limitsIn(typed, limitsOfException), endsAt }}
          decide={({ signal, key }, body) =>
            portal.call('set-exception', { params: { app_key: app.appKey }, body }, signal, key)
          }
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
            onChange={(one) => setEnd(endIn(one))}
          />
        </DecisionDialog>
      )}
    </>
  );
}
