import type { Session } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { useBrowserName } from '../../ui/use-browser-name.ts';

/**
 * @returns A function that names what signed in, in the page's language: "Firefox on Linux" from its User-Agent, or
 *   "Command line on mara-thinkpad".
 */
export function useDeviceName(): (session: Session) => string {
  const { t } = useTranslation();
  const browserName = useBrowserName();
  return ({ kind, machine, userAgent }) =>
    kind === 'command-line'
      ? t('sessions.commandLineOn', { machine })
      : (browserName(userAgent) ?? t('sessions.unknownDevice'));
}
