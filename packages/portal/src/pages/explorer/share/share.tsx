import type { Team } from '@openhouse/contract';
import { type ViewState, writeViewState } from '@openhouse/viewer/inside';
import { useEffect, useState } from 'react';
import { useTourWords } from '../../../languages/use-tour-words.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import styles from '../stage.module.css';
import { EmbedDialog } from './embed-dialog.tsx';
import { EmbedIcon, LinkIcon } from './share-icons.tsx';

/** How long it is said that the link was copied. */
const SAID_MS = 4_000;

interface ShareProps {
  readonly team: Team;
  readonly resourceCode: string;
  /** Of the tour. */
  readonly name: string;
  /** What shows at this moment. */
  readonly now: () => ViewState;
}

/** A link to what shows, and the element that shows it on other pages. */
export function Share({ team, resourceCode, name, now }: ShareProps) {
  const { t } = useTourWords();
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
      <IconButton label={t('tour:copyLink')} onClick={copy}>
        {said === 'copied' ? <CheckIcon size={16} /> : <LinkIcon />}
      </IconButton>
      <IconButton label={t('tour:embed')} onClick={() => setEmbedded(now())}>
        <EmbedIcon />
      </IconButton>
      <span className={styles.said} role="status">
        {said !== undefined && t(said === 'copied' ? 'tour:copiedHint' : 'tour:notCopied')}
      </span>
      {embedded !== undefined && (
        <EmbedDialog
          team={team}
          resourceCode={resourceCode}
          name={name}
          shown={embedded}
          onClose={() => setEmbedded(undefined)}
        />
      )}
    </div>
  );
}
