import type { SecretVersion } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useSecretWords } from '../../../languages/use-secret-words.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { secretsQuery } from '../app-queries.ts';

interface RetireDialogProps {
  readonly appKey: string;
  readonly teamId: string;
  readonly version: number;
  readonly secrets: readonly SecretVersion[];
  readonly onClose: () => void;
}

/** Asks before a version goes, and says whether anything still uses it. */
export function RetireDialog({ appKey, teamId, version, secrets, onClose }: RetireDialogProps) {
  const { t } = useSecretWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const params = { app_key: appKey, version: String(version) };
  const retiring = useAction({
    act: ({ signal, key }) => portal.call('retire-secret', { params, body: {} }, signal, key),
    onSuccess: (left) => {
      queries.setQueryData(secretsQuery(portal, teamId, appKey).queryKey, left.secrets);
      onClose();
    },
  });
  const reason = secrets.find((one) => one.version === version)?.retirement.reason ?? 'in-use';
  return (
    <ConfirmDialog
      title={t('secrets:retireTitle', { version })}
      confirm={t('secrets:retireConfirm', { version })}
      busy={retiring.isPending}
      onConfirm={() => retiring.mutate()}
      onClose={onClose}
    >
      <p>
        {t(`secrets:retireText.${reason}`)} {t('secrets:retireForGood')}
      </p>
      {retiring.error && <FailureMessage error={retiring.error} tried={t('problems.actionFailed')} />}
    </ConfirmDialog>
  );
}
