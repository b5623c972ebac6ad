import type { Team } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appsQuery } from '../../api/apps-query.ts';
import { usePortal } from '../../api/portal-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Slots } from './slots/slots.tsx';
import { useCreateApp } from './use-create-app.ts';

const besideApps = () => import('./beside-apps.tsx');
// For new Teams only.
const FirstSteps = lazyPart(besideApps, 'FirstSteps');
const Warnings = lazyPart<{ readonly team: Team }, 'Warnings'>(besideApps, 'Warnings');

/** A Team's apps, and for its owners the way to another one. */
export function TeamApps({ team }: { readonly team: Team }) {
  const { t } = useTranslation();
  const { data: list, error, refetch } = useQuery(appsQuery(usePortal(), team.id));
  const [creating, setCreating] = useState(false);
  const creation = useCreateApp(team.id, () => setCreating(false));
  const open = () => {
    creation.reset();
    setCreating(true);
  };
  const mayCreate = team.role === 'owner' && list !== undefined;
  const full = (list?.apps.length ?? 0) + (list?.requests.length ?? 0) >= 3;

  return (
    <>
      <PageHeading
        title={t('apps.title')}
        lede={t(team.role === 'owner' ? 'apps.lede' : 'apps.ledeMember')}
        action={
          // The first one is asked for where the first steps or the free places are.
          mayCreate &&
          !full &&
          list.apps.length > 0 && (
            <Button look="primary" icon={<PlusIcon size={16} />} onClick={open}>
              {t('apps.create')}
            </Button>
          )
        }
      />
      {error !== null && (
        <>
          <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
          {list === undefined && <Button onClick={() => void refetch()}>{t('problems.retry')}</Button>}
        </>
      )}
      {list === undefined && error === null && <Waiting />}
      {mayCreate && list.apps.length + list.requests.length <= 1 && (
        <Suspense>
          <FirstSteps team={team} {...list} isCreated={creation.isSuccess} onCreateApp={open} />
        </Suspense>
      )}
      {list !== undefined && <Slots {...list} onCreate={mayCreate ? open : undefined} />}
      <Suspense>
        <Warnings team={team} />
      </Suspense>

      {creating && (
        <NameDialog
          title={t('apps.createTitle')}
          label={t('apps.name')}
          hint={t('apps.nameHint')}
          placeholder={t('apps.namePlaceholder')}
          confirm={t('apps.create')}
          busy={creation.isPending}
          error={creation.error}
          onConfirm={(name) => creation.mutate(name)}
          onClose={() => {
            creation.cancel();
            setCreating(false);
          }}
        />
      )}
    </>
  );
}
