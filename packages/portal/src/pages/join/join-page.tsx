import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useSignedIn } from '../../api/account-context.tsx';
import { useAccount, usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { joinChinese, joinEnglish } from '../../languages/join-words.ts';
import { useLaterWords } from '../../languages/use-later-words.ts';
import { paths } from '../../shell/paths.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

const words = { en: joinEnglish, zh: joinChinese } as const;

/** Where an invitation leads. It is used by a press, never by merely opening the link. */
export function JoinPage(): ReactElement {
  const { t } = useLaterWords('join', words);
  const { person } = useSignedIn();
  const { hash: token } = useLocation();
  const portal = usePortal();
  const { showTeam } = useAccount();
  const navigate = useNavigate();
  const joining = useAction({
    act: ({ signal, key }) => portal.call('accept-invitation', { body: { token } }, signal, key),
    onSuccess: async ({ team }) => {
      await showTeam(team.id);
      await navigate({ to: paths.apps, replace: true });
    },
  });
  return (
    <>
      <PageHeading title={t('join:title')} lede={t('join:lede', { name: person.name })} />
      {joining.error && <FailureMessage error={joining.error} tried={t('problems.actionFailed')} />}
      <Button look="primary" busy={joining.isPending} onClick={() => joining.mutate()}>
        {t('join:accept')}
      </Button>
    </>
  );
}
