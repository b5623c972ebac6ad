import type { SecretVersion } from '@openhouse/contract';
import { useSecretWords } from '../../../languages/use-secret-words.ts';
import { Button } from '../../../ui/button.tsx';
import { EyeIcon, EyeOffIcon } from '../../../ui/icons.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
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
  const { t } = useSecretWords();
  const { reason } = secret.retirement;
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          {t('secret.version', { version: secret.version })}
          <code aria-hidden="true">ohs_ ••••••••••••</code>
          {secrets.length > 1 && (
            <Status tone={reason === 'newest' || reason === 'idle' ? 'ok' : 'warn'}>
              {t(`secrets:reason.${reason}`)}
            </Status>
          )}
        </p>
        <p className={styles.facts}>
          <span>
            {t('secrets:created')} <Moment iso={secret.createdAt} />
          </span>
          <span>
            {secret.lastUsedAt === null ? (
              t('secrets:neverUsed')
            ) : (
              <>
                {t('secrets:lastUsed')} <Moment iso={secret.lastUsedAt} />
              </>
            )}
          </span>
          {secrets.length > 1 && <span>{t('secrets:share', { percent: secret.sharePercent })}</span>}
          {secret.endsAt !== null && (
            <span>
              {t('secrets:ends')} <Moment iso={secret.endsAt} />
            </span>
          )}
        </p>
      </div>
      {isOwner && (
        <div className={styles.actions}>
          {reason !== 'newest' && (
            <Button size="small" onClick={onRetire}>
              {t('secrets:retire')}
            </Button>
          )}
          {shows ? (
            <Button size="small" icon={<EyeOffIcon size={14} />} onClick={onHide}>
              {t('secrets:hide')}
            </Button>
          ) : (
            <Button size="small" icon={<EyeIcon size={14} />} onClick={onReveal}>
              {t('secrets:reveal')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
