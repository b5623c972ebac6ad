import { useState } from 'react';
import { useCredentialWords } from '../../../languages/use-credential-words.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon, TerminalIcon } from '../../../ui/icons.tsx';

/** Puts the line on the clipboard that hands a credential to the command in a shell. */
export function CopyExport({ token }: { readonly token: string }) {
  const { t } = useCredentialWords();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(`export OPENHOUSE_CREDENTIAL='${token}'\n`);
    setCopied(true);
  };
  return (
    <>
      <Button
        size="small"
        icon={isCopied ? <CheckIcon size={14} stroke={2.4} /> : <TerminalIcon size={14} />}
        onClick={() => void copy()}
      >
        {t('credentials:copyExport')}
      </Button>
      <span className="oh-visually-hidden" role="status">
        {isCopied && t('credentials:exportCopied')}
      </span>
    </>
  );
}
