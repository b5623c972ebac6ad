import { useTranslation } from 'react-i18next';
import { browserName } from './browser-name.ts';

/** @returns A function that names a device from its User-Agent in the page's language: "Firefox on Linux". */
export function useDeviceName(): (userAgent: string) => string {
  const { t } = useTranslation();
  return (userAgent) => {
    const { browser, system } = browserName(userAgent);
    if (browser === undefined && system === undefined) return t('sessions.unknownDevice');
    return t('sessions.browserOn', {
      browser: browser ?? t('sessions.unknownBrowser'),
      system: system ?? t('sessions.unknownSystem'),
    });
  };
}
