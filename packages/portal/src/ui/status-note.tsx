import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keptInBrowser } from '../api/kept.ts';
import { usePortal } from '../api/portal-context.tsx';
import { noteChinese, noteEnglish } from '../languages/note-words.ts';
import { useLaterWords } from '../languages/use-later-words.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

const words = { en: noteEnglish, zh: noteChinese } as const;
const DISMISSED_KEY = 'openhouse-note';
/** How often a page that stays open looks, in milliseconds. */
const LOOK_MS = 5 * 60_000;

/** What operators tell everybody, until this browser has dismissed it; a note that changes shows again. */
export function StatusNote() {
  const portal = usePortal();
  const { t } = useLaterWords('note', words);
  const [dismissed, setDismissed] = useState(() => keptInBrowser.get(DISMISSED_KEY));
  const { data } = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => portal.call('get-status', {}, signal),
    // No page needs it: one that finds no portal says so itself.
    retry: false,
    refetchInterval: LOOK_MS,
  });
  const note = data?.note ?? null;
  if (note === null || note.since === dismissed) return null;
  const dismiss = () => {
    setDismissed(note.since);
    keptInBrowser.set(DISMISSED_KEY, note.since);
  };
  return (
    <Notice
      ways={
        <>
          <a href="/status">{t('note:status')}</a>
          <Button size="small" onClick={dismiss}>
            {t('note:dismiss')}
          </Button>
        </>
      }
    >
      {note.text}
    </Notice>
  );
}
