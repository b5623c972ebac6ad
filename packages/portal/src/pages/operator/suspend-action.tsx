import type { Suspension } from '@openhouse/contract';
import { useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import type { ActionCall } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { useWords } from './words.ts';

interface SuspendActionProps {
  readonly of: 'app' | 'team' | 'person';
  /** App key, code of the Team or of the person. */
  readonly code: string;
  readonly name: string;
  readonly suspended: Suspension | null;
}

/** Suspends an app, a Team or a person, or ends that; asks why first. */
export function SuspendAction({ of, code, name, suspended }: SuspendActionProps) {
  const { t } = useWords();
  const portal = usePortal();
  const [asking, setAsking] = useState(false);
  const on = suspended === null;
  const decide = ({ signal, key }: ActionCall, body: { readonly reason: string }): Promise<unknown> => {
    if (of === 'app') {
      return portal.call(on ? 'suspend-app' : 'resume-app', { params: { app_key: code }, body }, signal, key);
    }
    if (of === 'team') {
      return portal.call(on ? 'suspend-team' : 'resume-team', { params: { id: code }, body }, signal, key);
    }
    return portal.call(on ? 'suspend-person' : 'resume-person', { params: { user_code: code }, body }, signal, key);
  };
  const verb = t(on ? 'operator:suspend' : 'operator:resume');
  return (
    <>
      <Button look={on ? 'danger' : 'primary'} onClick={() => setAsking(true)}>
        {verb}
      </Button>
      {asking && (
        <DecisionDialog
          title={t(on ? 'operator:suspendTitle' : 'operator:resumeTitle', { name })}
          confirm={verb}
          isDanger={on}
          decide={decide}
          onClose={() => setAsking(false)}
        >
          <p>{on ? t(`operator:suspendText.${of}`) : t('operator:resumeText')}</p>
        </DecisionDialog>
      )}
    </>
  );
}
