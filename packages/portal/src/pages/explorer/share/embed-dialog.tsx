import type { ViewState } from '@openhouse/viewer/inside';
import { useTourWords } from '../../../languages/use-tour-words.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { embedSnippet } from './embed-snippet.ts';

interface EmbedDialogProps {
  readonly resourceCode: string;
  readonly shown: ViewState;
  readonly onClose: () => void;
}

/** The element for a page of somebody's own, and what that page needs. */
export function EmbedDialog({ resourceCode, shown, onClose }: EmbedDialogProps) {
  const { t } = useTourWords();
  const code = embedSnippet(resourceCode, shown);
  return (
    <Dialog title={t('tour:embedTitle')} onClose={onClose}>
      <CodeBlock label={t('tour:snippet')} tabs={[{ name: 'HTML', language: 'html', code }]} />
      <p>{t('tour:needs')}</p>
      <DialogActions>
        <a href="/docs/guides/viewer-on-your-site">{t('tour:guide')}</a>
        <Button onClick={onClose}>{t('tour:close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
