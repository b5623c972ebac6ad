import { useSettingsWords } from '../../../languages/use-settings-words.ts';
import { Message } from '../../../ui/message.tsx';

/** In place of everything that an app has, where its data was deleted. */
export function DeletedApp() {
  const { t } = useSettingsWords();
  return <Message tone="warning">{t('settings:deleted')}</Message>;
}
