import { Menu, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Language, languages } from '../../languages/messages.ts';
import { useLanguage } from '../../languages/use-language.ts';

const schemes = { light: 'shell.themeLight', dark: 'shell.themeDark', auto: 'shell.themeSystem' } as const;

/** The two choices the portal remembers in the browser, as items of a menu. */
export function PreferenceItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language, chooseLanguage } = useLanguage();
  return (
    <>
      <Menu.Label>{t('shell.theme')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as keyof typeof schemes)}>
        {Object.entries(schemes).map(([scheme, label]) => (
          <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick={false}>
            {t(label)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{t('shell.language')}</Menu.Label>
      <Menu.RadioGroup value={language} onChange={(value) => chooseLanguage(value as Language)}>
        {Object.entries(languages).map(([tag, name]) => (
          <Menu.RadioItem key={tag} value={tag} lang={tag} closeMenuOnClick>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
