import type { Session } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { browserName } from '../../ui/browser-name.ts';
import { Button } from '../../ui/button.tsx';
import { DeviceIcon, PhoneIcon, TerminalIcon } from '../../ui/icons.tsx';
import { Moment } from '../../ui/moment.tsx';
import { wholeTime } from '../../ui/time.ts';
import styles from './session-row.module.css';
import { useDeviceName } from './use-device-name.ts';

interface SessionRowProps {
  readonly session: Session;
  readonly onEnd: () => void;
}

/** One browser the person is signed in with. */
export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation();
  const device = useDeviceName()(session);
  const when = wholeTime(session.createdAt, i18n.language);
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <SessionIcon session={session} />
      </span>
      <div className={styles.words}>
        <p className={styles.device} title={session.userAgent}>
          {device}
          {session.isCurrent && <span className={styles.current}>{t('sessions.thisOne')}</span>}
        </p>
        <dl className={styles.facts}>
          <div>
            <dt className="oh-visually-hidden">{t('sessions.address')}</dt>
            <dd className={styles.address}>{session.ipAddress}</dd>
          </div>
          <div>
            <dt>{t('sessions.signedIn')}</dt>
            <dd>
              <Moment iso={session.createdAt} />
            </dd>
          </div>
          <div>
            <dt>{t('sessions.ends')}</dt>
            <dd>
              <Moment iso={session.endsAt} />
            </dd>
          </div>
        </dl>
      </div>
      <Button size="small" label={t('sessions.endNamed', { device, when })} onClick={onEnd}>
        {t('sessions.end')}
      </Button>
    </li>
  );
}

function SessionIcon({ session: { kind, userAgent } }: Pick<SessionRowProps, 'session'>) {
  if (kind === 'command-line') return <TerminalIcon size={20} />;
  return browserName(userAgent).phone ? <PhoneIcon size={20} /> : <DeviceIcon size={20} />;
}
