import { type ViewState, writeViewState } from '@openhouse/viewer/inside';
import { useEffect, useState } from 'react';
import { useShareWords } from '../../../languages/use-share-words.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../stage.module.css';
import { EmbedDialog } from './embed-dialog.tsx';

/** How long it is said that the link was copied. */
const SAID_MS = 4_000;

interface ShareProps {
  readonly resourceCode: string;
  /** What shows at this moment. */
  readonly now: () => ViewState;
}

/** A link to what shows, and the element that shows it on other pages. */
export function Share({ resourceCode, now }: ShareProps) {
  const { t } = useShareWords();
  const [said, setSaid] = useState<'copied' | 'notCopied'>();
  const [embedded, setEmbedded] = useState<ViewState>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () => {
    const { origin, pathname } = window.location;
    navigator.clipboard.writeText(`${origin}${pathname}#${writeViewState(now())}`).then(
      () => setSaid('copied'),
      () => setSaid('notCopied'),
    );
  };
  return (
    <div className={styles.share}>
      <Button size="small" onClick={copy}>
        {t(said === 'copied' ? 'share:copied' : 'share:copyLink')}
      </Button>
      <Button size="small" onClick={() => setEmbedded(now())}>
        {t('share:embed')}
      </Button>
      <span className={styles.said} role="status">
        {said !== undefined && t(said === 'copied' ? 'share:copiedHint' : 'share:notCopied')}
      </span>
      {embedded !== undefined && (
        <EmbedDialog resourceCode={resourceCode} shown={embedded} onClose={() => setEmbedded(undefined)} />
      )}
    </div>
  );
}
