import type { OperatorPerson } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { OPERATOR_KEY } from './operator-queries.ts';
import { useWords } from './words.ts';

interface PersonalDataActionsProps {
  readonly person: OperatorPerson;
  /** The person is deleted: nothing of them can be read any more. */
  readonly onDeleted: () => void;
}

/** Gives out what is kept of a person, or deletes them; asks why first. */
export function PersonalDataActions({ person, onDeleted }: PersonalDataActionsProps) {
  const { t } = useWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'export' | 'delete'>();
  const { userCode } = person;
  const name = person.name === '' ? userCode : person.name;
  const params = { user_code: userCode };
  const close = () => setAsking(undefined);
  return (
    <>
      <Button onClick={() => setAsking('export')}>{t('operator:exportPerson')}</Button>
      <Button look="danger" onClick={() => setAsking('delete')}>
        {t('operator:deletePerson')}
      </Button>
      {asking === 'export' && (
        <DecisionDialog
          title={t('operator:exportPersonTitle', { name })}
          confirm={t('operator:exportPerson')}
          decide={({ signal, key }, body) => portal.call('export-person', { params, body }, signal, key)}
          onDecided={({ person: data }) => {
            const json = `${JSON.stringify(data, null, 2)}\n`;
            saveFile(`${userCode}.json`, new Blob([json], { type: 'application/json' }));
          }}
          onClose={close}
        >
          <p>{t('operator:exportPersonText')}</p>
        </DecisionDialog>
      )}
      {asking === 'delete' && (
        <DecisionDialog
          title={t('operator:deletePersonTitle', { name })}
          confirm={t('operator:deletePerson')}
          isDanger
          decide={({ signal, key }, body) => portal.call('delete-person', { params, body }, signal, key)}
          onDecided={() => {
            onDeleted();
            queries.removeQueries({ queryKey: [...OPERATOR_KEY, 'person', userCode] });
          }}
          onClose={close}
        >
          <p>{t('operator:deletePersonText')}</p>
        </DecisionDialog>
      )}
    </>
  );
}
