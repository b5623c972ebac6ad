import { useCredentialWords } from '../../../languages/use-credential-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Copied } from '../../../ui/copied.tsx';
import { CheckIcon, TerminalIcon } from '../../../ui/icons.tsx';
import { useCopying } from '../../../ui/use-copying.ts';

/** Puts the line on the clipboard that hands a credential to the command in a shell. */
export function CopyExport({ token }: { readonly token: string }) {
  const { t } = useCredentialWords();
  const { said, copy } = useCopying();
  return (
    <Copied said={said} copied={t('credentials:exportCopied')}>
      <Button
        size="small"
        icon={said === 'copied' ? <CheckIcon size={14} stroke={2.4} /> : <TerminalIcon size={14} />}
        onClick={() => void copy(`export OPENHOUSE_CREDENTIAL='${token}'\n`)}
      >
        {t('credentials:copyExport')}
      </Button>
    </Copied>
  );
}
