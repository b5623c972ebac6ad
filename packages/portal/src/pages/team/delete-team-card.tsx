import type { Team } from '@openhouse/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { useDeletionWords } from '../../languages/use-deletion-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TypedDialog } from '../../ui/typed-dialog.tsx';
import styles from './team-page.module.css';

/** Where an owner asks for the deletion of the Team, below everything else of its page. */
export function DeleteTeamCard({ team }: { readonly team: Team }) {
  const { t } = useDeletionWords();
  const portal = usePortal();
  const [asking, setAsking] = useState(false);
  // How long the grace time is, which the installation sets.
  const { data: days } = useQuery({
    queryKey: ['team', team.id, 'deletion days'],
    queryFn: async ({ signal }) => (await portal.call('get-limits', {}, signal)).limits.deletionDays,
  });
  if (days === undefined) return null;
  return (
    <Card title={t('deletion:cardTitle')}>
      <div className={styles.deletion}>
        <p>{t('deletion:cardText', { days })}</p>
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('deletion:delete')}
        </Button>
      </div>
      {asking && <DeleteTeamDialog team={team} days={days} onClose={() => setAsking(false)} />}
    </Card>
  );
}

interface DeleteTeamDialogProps {
  readonly team: Team;
  readonly days: number;
  readonly onClose: () => void;
}

/** Asks for it once the name has been typed: it stops every app of the Team. */
function DeleteTeamDialog({ team, days, onClose }: DeleteTeamDialogProps) {
  const { t } = useDeletionWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const deletion = useAction({
    act: ({ signal, key }, confirm: string) =>
      portal.call('delete-team', { params: { id: team.id }, body: { confirm } }, signal, key),
    onSuccess: async () => {
      await queries.invalidateQueries();
      onClose();
    },
  });
  return (
    <TypedDialog
      title={t('deletion:title', { name: team.name })}
      label={t('deletion:type', { name: team.name })}
      expected={team.name}
      confirm={t('deletion:delete')}
      busy={deletion.isPending}
      error={deletion.error}
      onConfirm={deletion.mutate}
      onClose={onClose}
    >
      <p>{t('deletion:text', { days })}</p>
    </TypedDialog>
  );
}
