import { APP_COLOURS, type ChangedAppSettings, DESCRIPTION_MAX_LENGTH, type DeveloperApp } from '@openhouse/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../../api/portal-context.tsx';
import { useAction } from '../../../api/use-action.ts';
import { useSettingsWords } from '../../../languages/use-settings-words.ts';
import { Button } from '../../../ui/button.tsx';
import { changedFields } from '../../../ui/changed-fields.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { LinesField } from '../../../ui/lines-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { appQuery } from '../app-queries.ts';
import styles from './app-view.module.css';

const COLOURS = ['none', ...APP_COLOURS] as const;
const ACCESS = ['mayActivate', 'readOnly'] as const;
const LEAKED = ['keepLeaked', 'retireLeaked'] as const;

interface SettingsDialogProps {
  readonly app: DeveloperApp;
  readonly teamId: string;
  readonly onClose: () => void;
}

/** Changes the settings of an app: those that differ from what the dialog showed when it opened, in one call. */
export function SettingsDialog({ app, teamId, onClose }: SettingsDialogProps) {
  const { t } = useTranslation();
  const { t: words } = useSettingsWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const [opened] = useState(app.settings);
  const [description, setDescription] = useState(app.settings.description);
  const [contact, setContact] = useState(app.settings.contact);
  const [colour, setColour] = useState<(typeof COLOURS)[number]>(app.settings.colour ?? 'none');
  const [networks, setNetworks] = useState(app.settings.networks.join('\n'));
  const [access, setAccess] = useState<(typeof ACCESS)[number]>(app.settings.mayActivate ? 'mayActivate' : 'readOnly');
  const [leaked, setLeaked] = useState<(typeof LEAKED)[number]>(
    app.settings.retireLeaked ? 'retireLeaked' : 'keepLeaked',
  );
  const change = useAction({
    act: ({ signal, key }, body: ChangedAppSettings) =>
      portal.call('change-app-settings', { params: { app_key: app.appKey }, body }, signal, key),
    onSuccess: async ({ app: changed }) => {
      queries.setQueryData(appQuery(portal, teamId, app.appKey).queryKey, changed);
      await queries.invalidateQueries({ queryKey: ['team', teamId, 'apps'], exact: true });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const body = changedFields(opened, {
      description: description.trim(),
      contact: contact.trim(),
      colour: colour === 'none' ? null : colour,
      networks: networks.split(/[\s,]+/).filter((line) => line !== ''),
      mayActivate: access === 'mayActivate',
      retireLeaked: leaked === 'retireLeaked',
    });
    if (Object.keys(body).length === 0) onClose();
    else change.mutate(body);
  };
  return (
    <Dialog title={words('settings:changeTitle', { name: app.name })} onClose={onClose}>
      <form className={styles.settings} onSubmit={submit}>
        {change.error && <FailureMessage error={change.error} tried={t('problems.actionFailed')} />}
        <TextField
          label={words('settings:description')}
          hint={words('settings:descriptionHint')}
          value={description}
          maxLength={DESCRIPTION_MAX_LENGTH}
          optional
          autoFocus
          onChange={setDescription}
        />
        <TextField
          label={words('settings:contact')}
          hint={words('settings:contactHint')}
          value={contact}
          inputMode="email"
          maxLength={254}
          optional
          onChange={setContact}
        />
        <ChoiceField
          label={words('settings:colour')}
          value={colour}
          choices={COLOURS.map((one) => [one, words(`settings:colours.${one}`)])}
          onChange={setColour}
        />
        <LinesField
          label={words('settings:networks')}
          hint={words('settings:networksHint')}
          value={networks}
          placeholder="203.0.113.0/24"
          onChange={setNetworks}
        />
        <ChoiceField
          label={words('settings:access')}
          value={access}
          choices={ACCESS.map((one) => [one, words(`settings:${one}`)])}
          onChange={setAccess}
        />
        <ChoiceField
          label={words('settings:leaked')}
          value={leaked}
          choices={LEAKED.map((one) => [one, words(`settings:${one}`)])}
          onChange={setLeaked}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" busy={change.isPending}>
            {words('settings:save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
