import type { Team } from '@openhouse/contract';
import { type ViewState, writeViewState } from '@openhouse/viewer/inside';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { useTourWords } from '../../../languages/use-tour-words.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { useCopying } from '../../../ui/use-copying.ts';
import { answerQuery } from '../explorer-queries.ts';
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

/** What was looked at when the dialog was opened. */
interface Embedded {
  readonly shown: ViewState;
  readonly version: string | undefined;
}

/** A link to what shows, and the element that shows it on other pages. */
export function Share({ team, resourceCode, name, now }: ShareProps) {
  const { t } = useTourWords();
  const { said, copy } = useCopying();
  const portal = usePortal();
  const queries = useQueryClient();
  const [embedded, setEmbedded] = useState<Embedded>();
  const copyLink = () => {
    const { origin, pathname } = window.location;
    void copy(`${origin}${pathname}#${writeViewState(now())}`);
  };
  const embed = () => {
    // What shows behind the dialog may be read again; what was looked at is what shows at this moment.
    const { queryKey } = answerQuery(portal, team.id, resourceCode, 'vr-info');
    setEmbedded({ shown: now(), version: queries.getQueryData(queryKey)?.tourVersion });
  };
  return (
    <div className={styles.share}>
      <IconButton label={t('tour:copyLink')} onClick={copyLink}>
        {said === 'copied' ? <CheckIcon size={16} /> : <LinkIcon />}
      </IconButton>
      <IconButton label={t('tour:embed')} onClick={embed}>
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
          {...embedded}
          onClose={() => setEmbedded(undefined)}
        />
      )}
    </div>
  );
}
