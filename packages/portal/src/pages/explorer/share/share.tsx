import type { Team } from '@openhouse/contract';
import { type ViewState, writeViewState } from '@openhouse/viewer/inside';
import { useState } from 'react';
import { useTourWords } from '../../../languages/use-tour-words.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { useCopying } from '../../../ui/use-copying.ts';
import styles from '../stage.module.css';
import { EmbedDialog } from './embed-dialog.tsx';
import { EmbedIcon, LinkIcon } from './share-icons.tsx';

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
  const { said, copy } = useCopying();
  const [embedded, setEmbedded] = useState<ViewState>();
  const copyLink = () => {
    const { origin, pathname } = window.location;
    void copy(`${origin}${pathname}#${writeViewState(now())}`);
  };
  return (
    <div className={styles.share}>
      <IconButton label={t('tour:copyLink')} onClick={copyLink}>
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
