import type { Team } from '@openhouse/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { useDeletionWords } from '../../languages/use-deletion-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
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
  const { t } = useTranslation();
  const { t: words } = useDeletionWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const deletion = useAction({
    act: ({ signal, key }, confirm: string) =>
      portal.call('delete-team', { params: { id: team.id }, body: { confirm } }, signal, key),
    onSuccess: async () => {
      await queries.invalidateQueries();
      onClose();
    },
  });
  const isSame = typed.trim() === team.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame && !deletion.isPending) deletion.mutate(typed.trim());
  };
  return (
    <Dialog title={words('deletion:title', { name: team.name })} onClose={onClose}>
      <form onSubmit={submit}>
        {deletion.error && <FailureMessage error={deletion.error} tried={t('problems.actionFailed')} />}
        <p>{words('deletion:text', { days })}</p>
        <TextField label={words('deletion:type', { name: team.name })} value={typed} autoFocus onChange={setTyped} />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="danger" type="submit" busy={deletion.isPending || !isSame}>
            {words('deletion:delete')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
