import { useTranslation } from 'react-i18next';
import { browserName } from './browser-name.ts';

/**
 * @returns A function that names a User-Agent in the page's language, "Firefox on Linux"; undefined where nothing of it is
 *   recognised.
 */
export function useBrowserName(): (userAgent: string) => string | undefined {
  const { t } = useTranslation();
  return (userAgent) => {
    const { browser, system } = browserName(userAgent);
    if (browser === undefined && system === undefined) return undefined;
    return t('sessions.browserOn', {
      browser: browser ?? t('sessions.unknownBrowser'),
      system: system ?? t('sessions.unknownSystem'),
    });
  };
}
