import { useFirstWords } from '../../../languages/use-first-words.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon, TerminalIcon } from '../../../ui/icons.tsx';
import { useCopying } from '../../../ui/use-copying.ts';
import { quickStartInShell, withSecret } from '../../samples/examples.ts';
import { useExampleFacts } from '../../samples/use-example-facts.ts';

interface CopyCallProps {
  readonly appKey: string;
  readonly teamId: string;
  readonly secret: string;
}

/** Copies the first call to the clipboard with the secret filled in, ready to paste into a terminal. */
export function CopyCall({ appKey, teamId, secret }: CopyCallProps) {
  const { t } = useFirstWords();
  const { facts } = useExampleFacts(appKey, teamId);
  const { said, copy } = useCopying();
  return (
    <>
      <Button
        size="small"
        icon={said === 'copied' ? <CheckIcon size={14} stroke={2.4} /> : <TerminalIcon size={14} />}
        onClick={() => void copy(`${withSecret(quickStartInShell(facts), secret)}\n`)}
      >
        {t('first:copyCall')}
      </Button>
      <span role="status">
        {said === 'copied' ? t('first:callCopied') : said === 'notCopied' && t('common.notCopied')}
      </span>
    </>
  );
}
