import { type DeveloperApp, LIVE_VERSIONS_MAX, type SecretVersion } from '@openhouse/contract';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { useSecretWords } from '../../../languages/use-secret-words.ts';
import { useSettingsWords } from '../../../languages/use-settings-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { RefreshIcon } from '../../../ui/icons.tsx';
import { useRevealedSecret } from '../../../ui/use-revealed-secret.ts';
import { secretsQuery } from '../app-queries.ts';
import { RetireDialog } from './retire-dialog.tsx';
import { RevealBox } from './reveal-box.tsx';
import { RevealDialog } from './reveal-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretRow } from './secret-row.tsx';
import styles from './secrets-card.module.css';

interface SecretsCardProps {
  readonly app: DeveloperApp;
  readonly teamId: string;
  readonly isOwner: boolean;
}

type Asking = { readonly kind: 'reveal' | 'retire'; readonly version: number } | { readonly kind: 'rotate' };

/** The live versions of the secret: see one for 30 seconds, make a new one, let the old one go. */
export function SecretsCard({ app, teamId, isOwner }: SecretsCardProps) {
  const { t } = useSecretWords();
  const { pathname } = useLocation();
  const { data: secrets, error } = useQuery(secretsQuery(usePortal(), teamId, app.appKey));
  const { revealed, reveal, hide } = useRevealedSecret(`${teamId} ${pathname}`);
  const [revealedVersion, setRevealedVersion] = useState(0);
  const [asking, setAsking] = useState<Asking>();
  const stopAsking = () => setAsking(undefined);
  const ids = { appKey: app.appKey, teamId };
  const shownItem = useRef<HTMLLIElement>(null);
  const isRead = revealed !== undefined && asking === undefined;
  useEffect(() => {
    // A dialog that came after another one has nothing left to give the focus back to.
    if (isRead && document.activeElement === document.body) shownItem.current?.focus();
  }, [isRead]);

  const row = (secret: SecretVersion) => {
    const shows = revealed !== undefined && secret.version === revealedVersion;
    return (
      <li key={secret.version} ref={shows ? shownItem : undefined} tabIndex={-1} className={styles.version}>
        <SecretRow
          secret={secret}
          secrets={secrets ?? []}
          isOwner={isOwner}
          shows={shows}
          onReveal={() => setAsking({ kind: 'reveal', version: secret.version })}
          onHide={hide}
          onRetire={() => setAsking({ kind: 'retire', version: secret.version })}
        />
        {shows && <RevealBox revealed={revealed} {...ids} />}
      </li>
    );
  };

  return (
    <Card
      title={t('secrets:title')}
      note={isOwner ? t('secrets:note') : t('secrets:noteMember')}
      action={
        isOwner &&
        secrets !== undefined &&
        secrets.length < LIVE_VERSIONS_MAX && (
          <Button size="small" icon={<RefreshIcon size={14} />} onClick={() => setAsking({ kind: 'rotate' })}>
            {t('secrets:rotate')}
          </Button>
        )
      }
    >
      {error !== null && (
        <div className={styles.failure}>
          <FailureMessage error={error} tried={t('problems.loadFailed')} repeats />
        </div>
      )}
      {secrets?.length === 0 && <NoSecret />}
      {secrets !== undefined && <ul className={styles.versions}>{secrets.map(row)}</ul>}
      {asking?.kind === 'reveal' && (
        <RevealDialog
          {...ids}
          version={asking.version}
          onReveal={(ask) => {
            setRevealedVersion(asking.version);
            return reveal(ask);
          }}
          onClose={stopAsking}
        />
      )}
      {asking?.kind === 'rotate' && (
        <RotateDialog {...ids} onReveal={(version) => setAsking({ kind: 'reveal', version })} onClose={stopAsking} />
      )}
      {asking?.kind === 'retire' && secrets !== undefined && (
        <RetireDialog {...ids} version={asking.version} secrets={secrets} onClose={stopAsking} />
      )}
    </Card>
  );
}

/** The newest version can end: at the time that was set for it, or because it leaked. */
function NoSecret() {
  const { t } = useSettingsWords();
  return <p className={styles.none}>{t('settings:noSecret')}</p>;
}
