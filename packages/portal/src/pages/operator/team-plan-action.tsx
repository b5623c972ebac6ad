import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { plansQuery } from './operator-queries.ts';
import { useWords } from './words.ts';

interface TeamPlanActionProps {
  /** Code of the Team. */
  readonly id: string;
  readonly name: string;
  /** The plan that it has. */
  readonly plan: string;
}

/** Gives a Team another plan. */
export function TeamPlanAction({ id, name, plan }: TeamPlanActionProps) {
  const { t } = useWords();
  const portal = usePortal();
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState(plan);
  const { data: plans = [] } = useQuery({ ...plansQuery(portal), enabled: asking });
  const names = plans.some((one) => one.name === plan) ? plans.map((one) => one.name) : [plan];
  return (
    <>
      <Button
        onClick={() => {
          setChosen(plan);
          setAsking(true);
        }}
      >
        {t('operator:givePlan')}
      </Button>
      {asking && (
        <DecisionDialog
          title={t('operator:givePlanTitle', { name })}
          confirm={t('operator:givePlan')}
          wish={{ plan: chosen }}
          decide={({ signal, key }, body) => portal.call('set-team-plan', { params: { id }, body }, signal, key)}
          onClose={() => setAsking(false)}
        >
          <ChoiceField
            label={t('operator:plan')}
            value={chosen}
            choices={names.map((one) => [one, one])}
            onChange={setChosen}
          />
        </DecisionDialog>
      )}
    </>
  );
}
