import { NOTE_MAX_LENGTH } from '@openhouse/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { useWords } from './words.ts';

/** What the shell shows it from. */
const STATUS_KEY = ['status'];

/** Tells everybody something, or nothing any more. */
export function NoteAction() {
  const { t } = useWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [text, setText] = useState('');
  const { data } = useQuery({
    queryKey: STATUS_KEY,
    queryFn: ({ signal }) => portal.call('get-status', {}, signal),
    retry: false,
  });
  return (
    <>
      <Button
        onClick={() => {
          setText(data?.note?.text ?? '');
          setAsking(true);
        }}
      >
        {t('operator:note')}
      </Button>
      {asking && (
        <DecisionDialog
          title={t('operator:noteTitle')}
          confirm={t(text.trim() === '' ? 'operator:noteEnd' : 'operator:noteSet')}
          wish={{ text: text.trim() }}
          decide={({ signal, key }, body) => portal.call('set-note', { body }, signal, key)}
          onDecided={() => void queries.invalidateQueries({ queryKey: STATUS_KEY })}
          onClose={() => setAsking(false)}
        >
          <TextField
            label={t('operator:noteText')}
            hint={t('operator:noteHint')}
            value={text}
            maxLength={NOTE_MAX_LENGTH}
            onChange={setText}
          />
        </DecisionDialog>
      )}
    </>
  );
}
