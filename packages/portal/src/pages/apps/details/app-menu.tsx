import type { DeveloperApp } from '@openhouse/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../../api/portal-context.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { DotsIcon } from '../../../ui/icons.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { NameDialog } from '../../../ui/name-dialog.tsx';
import { appQuery } from '../app-queries.ts';

const AppItems = lazy(async () => ({ default: (await import('./app-items.tsx')).AppItems }));

/** What an owner does with an app that is rarely done: rename, disable, enable. */
export function AppMenu({ app, teamId }: { readonly app: DeveloperApp; readonly teamId: string }) {
  const { t } = useTranslation();
  const portal = usePortal();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'rename' | 'disable'>();
  const params = { app_key: app.appKey };
  const change = useMutation({
    mutationFn: (what: { readonly name: string } | 'disable' | 'enable') => {
      if (what === 'disable') return portal.call('disable-app', { params, body: {} });
      if (what === 'enable') return portal.call('enable-app', { params, body: {} });
      return portal.call('rename-app', { params, body: what });
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
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'disable' && (
        <ConfirmDialog
          title={t('app.disableTitle', { name: app.name })}
          confirm={t('app.disable')}
          busy={change.isPending}
          onConfirm={() => change.mutate('disable')}
          onClose={() => setAsking(undefined)}
        >
          <p>{t('app.disableText')}</p>
          {change.error && <FailureMessage error={change.error} tried={t('problems.actionFailed')} />}
        </ConfirmDialog>
      )}
    </>
  );
}
