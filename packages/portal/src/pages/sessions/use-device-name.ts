import type { Session } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { browserName } from './browser-name.ts';

/**
 * @returns A function that names what signed in, in the page's language: "Firefox on Linux" from its User-Agent, or
 *   "Command line on mara-thinkpad".
 */
export function useDeviceName(): (session: Session) => string {
  const { t } = useTranslation();
  return ({ kind, machine, userAgent }) => {
    if (kind === 'command-line') return t('sessions.commandLineOn', { machine });
    const { browser, system } = browserName(userAgent);
    if (browser === undefined && system === undefined) return t('sessions.unknownDevice');
    return t('sessions.browserOn', {
      browser: browser ?? t('sessions.unknownBrowser'),
      system: system ?? t('sessions.unknownSystem'),
    });
  };
}
