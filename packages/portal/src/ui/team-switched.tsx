import type { Team } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { useAccount, usePortal } from '../api/portal-context.tsx';
import { useAction } from '../api/use-action.ts';
import { Button } from './button.tsx';
import { FailureMessage } from './failure-message.tsx';
import { Notice } from './notice.tsx';

/** Another tab made another Team active: this page does nothing until one of the two is chosen (decision 0095). */
export function TeamSwitched({ shown, active }: { readonly shown: Team; readonly active: Team }) {
  const { t } = useTranslation();
  const portal = usePortal();
  const { mayLeave, showTeam } = useAccount();
  const back = useAction({
    act: ({ signal, key }) => portal.call('activate-team', { params: { id: shown.id }, body: {} }, signal, key),
    onSuccess: () => showTeam(shown.id),
    outlives: true,
  });
  const goOn = async () => {
    if (await mayLeave()) await showTeam(active.id);
  };
  return (
    <>
      <Notice
        ways={
          <>
            <Button size="small" busy={back.isPending} onClick={() => back.mutate()}>
              {t('notices.switchBack', { team: shown.name })}
            </Button>
            <Button size="small" onClick={() => void goOn()}>
              {t('notices.goOn', { team: active.name })}
            </Button>
          </>
        }
      >
        {t('notices.switched', { shown: shown.name, active: active.name })}
      </Notice>
      {back.error && <FailureMessage error={back.error} tried={t('problems.actionFailed')} />}
    </>
  );
}
