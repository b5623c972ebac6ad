import { useBlocker } from '@tanstack/react-router';
import { useImportWords } from '../../languages/use-import-words.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/**
 * Asks before a page is left that stops what it imports: links, back and forward with a dialog, everything else that
 * unloads the page with the browser's own question. Another address of the same page leaves nothing.
 */
export function LeaveGuard({ goesOn }: { readonly goesOn: boolean }) {
  const { t } = useImportWords();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: leavesPage,
    disabled: !goesOn,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('imports:leaveTitle')}
      confirm={t('imports:leave')}
      busy={false}
      onConfirm={proceed}
      onClose={reset}
    >
      <p>{t('imports:leaveText')}</p>
    </ConfirmDialog>
  );
}

const leavesPage = ({ current, next }: Record<'current' | 'next', { readonly pathname: string }>) =>
  current.pathname !== next.pathname;
