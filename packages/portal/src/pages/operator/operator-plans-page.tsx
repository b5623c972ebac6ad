import type { Plan } from '@openhouse/contract';
import { DEFAULT_PLAN } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { Crumb } from '../../shell/crumb.tsx';
import { paths } from '../../shell/paths.ts';
import { Button } from '../../ui/button.tsx';
import { changedFields } from '../../ui/changed-fields.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { LimitFields, LimitsSet, limitsIn, limitsOfPlan, typedOf } from './limit-fields.tsx';
import styles from './operator.module.css';
import { OperatorFailure } from './operator-failure.tsx';
import { plansQuery } from './operator-queries.ts';
import { Row, Rows } from './rows.tsx';
import { useWords } from './words.ts';

/** Plans with their limits, and what an operator decides of them. */
export function OperatorPlansPage() {
  const { t } = useWords();
  const { data: plans, error, refetch } = useQuery(plansQuery(usePortal()));
  const [asking, setAsking] = useState<{ readonly what: 'set' | 'remove'; readonly plan?: Plan }>();
  return (
    <>
      <Crumb>
        <Link to={paths.operator}>{t('operator:title')}</Link>
      </Crumb>
      <PageHeading
        title={t('operator:plans')}
        lede={t('operator:plansLede')}
        action={
          <Button look="primary" onClick={() => setAsking({ what: 'set' })}>
            {t('operator:newPlan')}
          </Button>
        }
      />
      {plans === undefined && error === null && <Waiting />}
      {error !== null && <OperatorFailure error={error} onRetry={() => void refetch()} />}
      {plans !== undefined && (
        <Rows title={t('operator:plans')}>
          {plans.map((plan) => (
            <Row
              key={plan.name}
              name={
                <>
                  <strong>{plan.name}</strong>{' '}
                  <span className={styles.muted}>{t('operator:teamCount', { count: plan.teams })}</span>
                </>
              }
              about={<LimitsSet limits={plan.limits} />}
              state={
                <span className={styles.actions}>
                  <Button
                    size="small"
                    label={`${t('operator:changePlan')}: ${plan.name}`}
                    onClick={() => setAsking({ what: 'set', plan })}
                  >
                    {t('operator:changePlan')}
                  </Button>
                  {plan.name !== DEFAULT_PLAN && plan.teams === 0 && (
                    <Button
                      size="small"
                      label={`${t('operator:removePlan')}: ${plan.name}`}
                      onClick={() => setAsking({ what: 'remove', plan })}
                    >
                      {t('operator:removePlan')}
                    </Button>
                  )}
                </span>
              }
            />
          ))}
        </Rows>
      )}
      {asking?.what === 'set' && <SetPlanDialog plan={asking.plan} onClose={() => setAsking(undefined)} />}
      {asking?.what === 'remove' && asking.plan !== undefined && (
        <RemovePlanDialog plan={asking.plan} onClose={() => setAsking(undefined)} />
      )}
    </>
  );
}

/** @param plan The one that is changed; missing for a new one. */
function SetPlanDialog({ plan, onClose }: { readonly plan?: Plan | undefined; readonly onClose: () => void }) {
  const { t } = useWords();
  const portal = usePortal();
  const [name, setName] = useState(plan?.name ?? '');
  const [opened] = useState(plan === undefined ? {} : typedOf(plan.limits));
  const [typed, setTyped] = useState(opened);
  return (
    <DecisionDialog
      title={plan === undefined ? t('operator:newPlan') : t('operator:changePlanTitle', { name: plan.name })}
      confirm={t('operator:setPlan')}
      wish={{
        plan: name.trim(),
        limits: changedFields(limitsIn(opened, limitsOfPlan), limitsIn(typed, limitsOfPlan)),
      }}
      decide={({ signal, key }, { plan: named, ...body }) =>
        portal.call('set-plan', { params: { plan: named }, body }, signal, key)
      }
      onClose={onClose}
    >
      {plan === undefined && (
        <TextField
          label={t('operator:planName')}
          hint={t('operator:planNameHint')}
          value={name}
          maxLength={32}
          pattern="[a-z0-9]([a-z0-9\-]{0,30}[a-z0-9])?"
          autoCapitalize="none"
          spellCheck={false}
          onChange={setName}
        />
      )}
      <p className={styles.muted}>{t('operator:limitsHint')}</p>
      <div className={styles.limits}>
        <LimitFields limits={limitsOfPlan} typed={typed} onChange={setTyped} />
      </div>
    </DecisionDialog>
  );
}

function RemovePlanDialog({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const { t } = useWords();
  const portal = usePortal();
  return (
    <DecisionDialog
      title={t('operator:removePlanTitle', { name: plan.name })}
      confirm={t('operator:removePlan')}
      isDanger
      decide={({ signal, key }, body) => portal.call('remove-plan', { params: { plan: plan.name }, body }, signal, key)}
      onClose={onClose}
    >
      <p>{t('operator:removePlanText')}</p>
    </DecisionDialog>
  );
}
