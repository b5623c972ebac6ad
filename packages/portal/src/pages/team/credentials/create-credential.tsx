import {
  CREDENTIAL_DAYS,
  CREDENTIAL_MAX_DAYS,
  type CredentialScope,
  credentialScopes,
  NAME_MAX_LENGTH,
} from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useCredentialWords } from '../../../languages/use-credential-words.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Checks } from '../checks.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { CopyExport } from './copy-export.tsx';
import { credentialsQuery } from './credentials-query.ts';

/** Days after which it ends, to choose from. */
const DAYS = [7, 30, CREDENTIAL_DAYS, 180, CREDENTIAL_MAX_DAYS].map(String);

/** Names of the words that say what a scope allows: a colon in a name would begin another group of words. */
const WORD_OF = {
  'tours:read': 'toursRead',
  'tours:write': 'toursWrite',
  'apps:read': 'appsRead',
} as const satisfies Readonly<Record<CredentialScope, string>>;

interface CreateCredentialProps {
  readonly teamId: string;
  readonly onClose: () => void;
}

/** Creates a credential and shows its token, once: it lives in this dialog alone and in no cache. */
export function CreateCredential({ teamId, onClose }: CreateCredentialProps) {
  const { t } = useCredentialWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<CredentialScope[]>(['tours:read']);
  const [days, setDays] = useState(String(CREDENTIAL_DAYS));
  const [token, setToken] = useState<string>();
  const creation = useAction({
    act: async ({ signal, key }, body: { readonly name: string; scopes: CredentialScope[]; readonly days: number }) => {
      // Not a result of the action: those are kept in a cache for a while.
      setToken((await portal.call('create-credential', { body }, signal, key)).token);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: credentialsQuery(portal, teamId).queryKey }),
  });
  const isWhole = name.trim() !== '' && scopes.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole && !creation.isPending) creation.mutate({ name: name.trim(), scopes, days: Number(days) });
  };
  if (token !== undefined) {
    return (
      <ShownOnce
        title={t('credentials:tokenTitle', { name: name.trim() })}
        text={t('credentials:tokenText')}
        what={t('credentials:token')}
        secret={token}
        onClose={onClose}
      >
        <CopyExport token={token} />
      </ShownOnce>
    );
  }
  return (
    <Dialog title={t('credentials:create')} onClose={onClose}>
      <form onSubmit={submit}>
        {creation.error && <FailureMessage error={creation.error} tried={t('problems.actionFailed')} />}
        <TextField
          label={t('credentials:name')}
          hint={t('credentials:nameHint')}
          value={name}
          placeholder={t('credentials:namePlaceholder')}
          maxLength={NAME_MAX_LENGTH}
          autoFocus
          onChange={setName}
        />
        <Checks
          label={t('credentials:scopes')}
          choices={credentialScopes.map((scope) => [scope, t(`credentials:scope.${WORD_OF[scope]}`)])}
          chosen={scopes}
          onChange={setScopes}
        />
        <p>{t('credentials:nothingElse')}</p>
        <ChoiceField
          label={t('credentials:ends')}
          value={days}
          choices={DAYS.map((count) => [count, t('credentials:inDays', { days: Number(count) })])}
          onChange={setDays}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" busy={creation.isPending} disabled={!isWhole}>
            {t('credentials:create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
