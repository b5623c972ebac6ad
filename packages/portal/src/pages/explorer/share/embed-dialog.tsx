import type { Team } from '@openhouse/contract';
import type { ViewState } from '@openhouse/viewer/inside';
import { useQuery } from '@tanstack/react-query';
import { usePortal } from '../../../api/portal-context.tsx';
import { useTourWords } from '../../../languages/use-tour-words.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { elementSnippet, iframeSnippet } from './embed-snippet.ts';
import { embedQuery, PublicTour } from './public-tour.tsx';

interface EmbedDialogProps {
  readonly team: Team;
  readonly resourceCode: string;
  readonly name: string;
  readonly shown: ViewState;
  /** Version of the tour that shows. */
  readonly version: string | undefined;
  readonly onClose: () => void;
}

/** Two ways to a page of somebody's own: the element behind a back end, or an iframe for a tour that is made public. */
export function EmbedDialog({ team, resourceCode, name, shown, version, onClose }: EmbedDialogProps) {
  const { t } = useTourWords();
  const { data: embed } = useQuery(embedQuery(usePortal(), team.id, resourceCode));
  const address = embed?.address ?? undefined;
  return (
    <Dialog title={t('tour:embedTitle')} onClose={onClose}>
      <h3>{t('tour:inIframe')}</h3>
      <p>{t('tour:iframeText')}</p>
      <PublicTour team={team} resourceCode={resourceCode} version={version} />
      {address !== undefined && (
        <CodeBlock
          label={t('tour:iframeSnippet')}
          tabs={[{ name: 'HTML', language: 'html', code: iframeSnippet(address, name, shown) }]}
        />
      )}
      <h3>{t('tour:withElement')}</h3>
      <p>{t('tour:needs')}</p>
      <CodeBlock
        label={t('tour:snippet')}
        tabs={[{ name: 'HTML', language: 'html', code: elementSnippet(resourceCode, shown) }]}
      />
      <DialogActions>
        <a href="/docs/viewer-on-your-site">{t('tour:guide')}</a>
        <Button onClick={onClose}>{t('tour:close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
