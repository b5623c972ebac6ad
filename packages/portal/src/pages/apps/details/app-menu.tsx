import type { DeveloperApp } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { DotsIcon } from '../../../ui/icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { appQuery } from '../app-queries.ts';

const AppItems = lazyPart(() => import('./app-items.tsx'), 'AppItems');

/** What an owner does with an app that is rarely done: rename, disable, enable. */
export function AppMenu({ app, teamId }: { readonly app: DeveloperApp; readonly teamId: string }) {
  const { t } = useTranslation();
  const portal = usePortal();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'rename' | 'disable'>();
  const params = { app_key: app.appKey };
  const change = useAction({
    act: ({ signal, key }, what: { readonly name: string } | 'disable' | 'enable') => {
      if (what === 'disable') return portal.call('disable-app', { params, body: {} }, signal, key);
      if (what === 'enable') return portal.call('enable-app', { params, body: {} }, signal, key);
      return portal.call('rename-app', { params, body: what }, signal, key);
    },
    onSuccess: async (changed) => {
      queries.setQueryData(appQuery(portal, teamId, app.appKey).queryKey, changed.app);
      setAsking(undefined);
      await queries.invalidateQueries({ queryKey: ['team', teamId, 'apps'], exact: true });
    },
  });
  const ask = (what: 'rename' | 'disable') => {
    change.reset();
    setAsking(what);
  };
  const stopAsking = () => {
    change.cancel();
    setAsking(undefined);
  };
  return (
    <>
      <MenuButton
        label={t('app.more')}
        className={buttonClass('plain')}
        face={<DotsIcon />}
        items={
          <AppItems
            disabled={app.state === 'disabled'}
            onRename={() => ask('rename')}
            onDisable={() => ask('disable')}
            onEnable={() => change.mutate('enable')}
          />
        }
        position="bottom-end"
        width={200}
      />
      {asking === undefined && change.error && (
        <FailureMessage error={change.error} tried={t('problems.actionFailed')} />
      )}
      {asking === 'rename' && (
        <NameDialog
          title={t('app.renameTitle')}
          label={t('apps.name')}
          hint={t('apps.nameHint')}
          start={app.name}
          confirm={t('app.rename')}
          busy={change.isPending}
          error={change.error}
          onConfirm={(name) => change.mutate({ name })}
          onClose={stopAsking}
        />
      )}
      {asking === 'disable' && (
        <ConfirmDialog
          title={t('app.disableTitle', { name: app.name })}
          confirm={t('app.disable')}
          busy={change.isPending}
          onConfirm={() => change.mutate('disable')}
          onClose={stopAsking}
        >
          <p>{t('app.disableText')}</p>
          {change.error && <FailureMessage error={change.error} tried={t('problems.actionFailed')} />}
        </ConfirmDialog>
      )}
    </>
  );
}
