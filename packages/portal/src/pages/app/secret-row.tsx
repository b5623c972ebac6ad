import type { SecretVersion } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { EyeIcon, EyeOffIcon } from '../../ui/icons.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { retirementOf } from './retirement.ts';
import styles from './secret-row.module.css';

interface SecretRowProps {
  readonly secret: SecretVersion;
  readonly secrets: readonly SecretVersion[];
  readonly isOwner: boolean;
  readonly shows: boolean;
  readonly onReveal: () => void;
  readonly onHide: () => void;
  readonly onRetire: () => void;
}

/** One live version: its use, and whether it may go. The dots stand for a secret that this page does not hold. */
export function SecretRow({ secret, secrets, isOwner, shows, onReveal, onHide, onRetire }: SecretRowProps) {
  const { t } = useTranslation();
  const retirement = retirementOf(secret, secrets, Date.now());
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          {t('secret.version', { version: secret.version })}
          <code aria-hidden="true">ohs_ ••••••••••••</code>
          {retirement.kind === 'newest' && secrets.length > 1 && <Status tone="ok">{t('secret.newest')}</Status>}
          {retirement.kind === 'safe' && <Status tone="ok">{t('secret.safe')}</Status>}
          {retirement.kind === 'in-use' && <Status tone="warn">{t('secret.inUse')}</Status>}
        </p>
        <p className={styles.facts}>
          <span>
            {t('secret.created')} <Moment iso={secret.createdAt} />
          </span>
          <span>
            {secret.lastUsedAt === null ? (
              t('secret.neverUsed')
            ) : (
              <>
                {t('secret.lastUsed')} <Moment iso={secret.lastUsedAt} />
              </>
            )}
          </span>
          {retirement.kind === 'in-use' && <span>{t('secret.share', { percent: retirement.sharePercent })}</span>}
          {secret.endsAt !== null && (
            <span>
              {t('secret.ends')} <Moment iso={secret.endsAt} />
            </span>
          )}
        </p>
      </div>
      {isOwner && (
        <div className={styles.actions}>
          {retirement.kind !== 'newest' && (
            <Button size="small" onClick={onRetire}>
              {t('secret.retire')}
            </Button>
          )}
          {shows ? (
            <Button size="small" icon={<EyeOffIcon size={14} />} onClick={onHide}>
              {t('secret.hide')}
            </Button>
          ) : (
            <Button size="small" icon={<EyeIcon size={14} />} onClick={onReveal}>
              {t('secret.reveal')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
