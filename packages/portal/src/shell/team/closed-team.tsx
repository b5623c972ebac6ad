import type { Team, TeamDeletion } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { useDeletionWords } from '../../languages/use-deletion-words.ts';
import { Button } from '../../ui/button.tsx';
import { ClosedMessage } from '../../ui/closed-message.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';

/** Shows that the Team is to be deleted; owners can call this off here, unless operators asked for it. */
export function ClosedTeam({ team, deletion }: { readonly team: Team; readonly deletion: TeamDeletion }) {
  const { t } = useTranslation();
  const { t: words } = useDeletionWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const keeping = useAction({
    act: ({ signal, key }) => portal.call('keep-team', { params: { id: team.id }, body: {} }, signal, key),
    onSuccess: () => queries.invalidateQueries(),
  });
  return (
    <>
      <ClosedMessage deletion={deletion}>
        {team.role === 'owner' && deletion.askedBy !== null && (
          <Button size="small" busy={keeping.isPending} onClick={() => keeping.mutate()}>
            {words('deletion:keep')}
          </Button>
        )}
      </ClosedMessage>
      {keeping.error && <FailureMessage error={keeping.error} tried={t('problems.actionFailed')} />}
    </>
  );
}
