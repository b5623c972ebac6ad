import { useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { useWords } from './words.ts';

interface DeleteTeamActionProps {
  /** Code of the Team. */
  readonly id: string;
  readonly name: string;
  /** It is to be deleted already. */
  readonly isClosed: boolean;
}

/** Asks for the deletion of a Team, or calls it off; asks why first. */
export function DeleteTeamAction({ id, name, isClosed }: DeleteTeamActionProps) {
  const { t } = useWords();
  const portal = usePortal();
  const [asking, setAsking] = useState(false);
  const verb = t(isClosed ? 'operator:keepTeam' : 'operator:deleteTeam');
  return (
    <>
      <Button look={isClosed ? 'primary' : 'danger'} onClick={() => setAsking(true)}>
        {verb}
      </Button>
      {asking && (
        <DecisionDialog
          title={t(isClosed ? 'operator:keepTeamTitle' : 'operator:deleteTeamTitle', { name })}
          confirm={verb}
          isDanger={!isClosed}
          decide={({ signal, key }, body) =>
            portal.call(isClosed ? 'keep-any-team' : 'delete-any-team', { params: { id }, body }, signal, key)
          }
          onClose={() => setAsking(false)}
        >
          <p>{t(isClosed ? 'operator:keepTeamText' : 'operator:deleteTeamText')}</p>
        </DecisionDialog>
      )}
    </>
  );
}
