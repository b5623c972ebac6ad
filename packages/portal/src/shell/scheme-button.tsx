import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import { MoonIcon, SunIcon } from '../ui/icons.tsx';

/** Switches between light and dark at once; the account menu has the third choice, to follow the system. */
export function SchemeButton() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <IconButton
      label={t(dark ? 'shell.toLight' : 'shell.toDark')}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
