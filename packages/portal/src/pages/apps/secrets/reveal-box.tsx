import { SECRET_VISIBLE_S } from '@openhouse/contract';
import { useSecretWords } from '../../../languages/use-secret-words.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { RevealedSecret } from '../../../ui/use-revealed-secret.ts';
import { CopyCall } from './copy-call.tsx';
import styles from './reveal-box.module.css';

/** Radius of the ring, in its own units. */
const RADIUS = 8;
const AROUND = 2 * Math.PI * RADIUS;

interface RevealBoxProps {
  readonly revealed: RevealedSecret;
  readonly appKey: string;
  readonly teamId: string;
}

/** The secret while it shows, with the time it has left as ring, bar and words, and the first call with it. */
export function RevealBox({ revealed: { secret, leftMs }, appKey, teamId }: RevealBoxProps) {
  const { t } = useSecretWords();
  const part = leftMs / (SECRET_VISIBLE_S * 1_000);
  return (
    <div className={styles.box}>
      <div className={styles.line}>
        <code className={styles.secret}>{secret}</code>
        <CopyButton value={secret} what={t('secrets:what')} />
        <span className={styles.left}>
          <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" focusable="false">
            <circle className={styles.track} cx="11" cy="11" r={RADIUS} />
            <circle
              className={styles.ring}
              cx="11"
              cy="11"
              r={RADIUS}
              strokeDasharray={AROUND}
              strokeDashoffset={AROUND * (1 - part)}
            />
          </svg>
          {t('secrets:hidesIn', { seconds: Math.ceil(leftMs / 1_000) })}
        </span>
      </div>
      <div className={styles.bar}>
        <div className={styles.rest} style={{ transform: `scaleX(${part})` }} />
      </div>
      <p className={styles.when} role="status">
        {t('secrets:hidesWhen')}
      </p>
      <div className={styles.call}>
        <CopyCall appKey={appKey} teamId={teamId} secret={secret} />
      </div>
    </div>
  );
}
