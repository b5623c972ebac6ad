import { useTranslation } from 'react-i18next';
import { type Language, languageOf } from './messages.ts';

/** Groups of words that are not loaded with the first page but with the part that shows them. */
export type LaterWords =
  | 'audit'
  | 'authorize'
  | 'connect'
  | 'console'
  | 'credentials'
  | 'deletion'
  | 'explanation'
  | 'first'
  | 'imports'
  | 'invitation'
  | 'join'
  | 'landing'
  | 'making'
  | 'note'
  | 'operator'
  | 'plan'
  | 'programs'
  | 'secrets'
  | 'settings'
  | 'tour'
  | 'usage'
  | 'warnings'
  | 'webhooks';

/** The translator, with a group of words in the language it shows: `t('operator:title')`. Every other word is as always. */
export function useLaterWords<Name extends LaterWords>(name: Name, words: Readonly<Record<Language, object>>) {
  const { i18n } = useTranslation();
  if (!i18n.hasResourceBundle(i18n.language, name)) {
    i18n.addResourceBundle(i18n.language, name, words[languageOf(i18n.language)]);
  }
  return useTranslation(['translation', name]);
}
