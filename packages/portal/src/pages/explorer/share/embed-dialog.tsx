import type { ViewState } from '@openhouse/viewer/inside';
import { useShareWords } from '../../../languages/use-share-words.ts';
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
  const { t } = useShareWords();
  const code = embedSnippet(resourceCode, shown);
  return (
    <Dialog title={t('share:embedTitle')} onClose={onClose}>
      <CodeBlock label={t('share:snippet')} tabs={[{ name: 'HTML', language: 'html', code }]} />
      <p>{t('share:needs')}</p>
      <DialogActions>
        <a href="/docs/guides/viewer-on-your-site">{t('share:guide')}</a>
        <Button onClick={onClose}>{t('share:close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
