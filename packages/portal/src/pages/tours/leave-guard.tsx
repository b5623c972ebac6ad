import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useAccount } from '../../api/portal-context.tsx';
import { useImportWords } from '../../languages/use-import-words.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Whether something would be lost. */
  readonly holds: boolean;
  /** What is lost; what goes on by itself where it is left out. */
  readonly text?: string | undefined;
}

/**
 * Asks before a page is left that stops what it imports: links, back, forward and the choice of another Team with a dialog,
 * everything else that unloads the page with the browser's own question. Another address of the same page leaves nothing.
 */
export function LeaveGuard({ holds, text }: LeaveGuardProps) {
  const { t } = useImportWords();
  const { holdPage } = useAccount();
  const [answer, setAnswer] = useState<(leaves: boolean) => void>();
  const ask = useCallback(() => new Promise<boolean>((resolve) => setAnswer(() => resolve)), []);
  const stays = useCallback(async (way: Way) => leavesPage(way) && !(await ask()), [ask]);
  useBlocker({ shouldBlockFn: stays, disabled: !holds });
  useEffect(() => (holds ? holdPage(ask) : undefined), [holds, holdPage, ask]);
  if (answer === undefined) return null;
  const say = (leaves: boolean) => {
    setAnswer(undefined);
    answer(leaves);
  };
  return (
    <ConfirmDialog
      title={t('imports:leaveTitle')}
      confirm={t('imports:leave')}
      busy={false}
      onConfirm={() => say(true)}
      onClose={() => say(false)}
    >
      <p>{text ?? t('imports:leaveText')}</p>
    </ConfirmDialog>
  );
}

type Way = Record<'current' | 'next', { readonly pathname: string }>;

const leavesPage = ({ current, next }: Way) => current.pathname !== next.pathname;
