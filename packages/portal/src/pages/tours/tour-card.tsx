import type { PortalTour, Team } from '@openhouse/contract';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shell/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { sizeText } from '../../ui/bytes.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DotsIcon } from '../../ui/icons.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { Cover } from './cover.tsx';
import styles from './tour-card.module.css';

const ActivateDialog = lazyPart(() => import('./activate-dialog.tsx'), 'ActivateDialog');
const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'), 'RemoveDialog');
const TourItems = lazyPart(() => import('./tour-items.tsx'), 'TourItems');

interface TourCardProps {
  readonly tour: PortalTour;
  readonly team: Team;
}

/** One tour: its cover leads to the tour itself. */
export function TourCard({ tour, team }: TourCardProps) {
  const { t, i18n } = useTranslation();
  const [asking, setAsking] = useState<'activate' | 'remove'>();
  const { resourceCode, name, cover, isActive, sizeBytes, observers } = tour;
  const address: string = `${paths.tours}/${resourceCode}`;
  const close = () => setAsking(undefined);
  return (
    <li className={styles.card}>
      <Cover path={cover} team={team.id} />
      <div className={styles.words}>
        <div className={styles.state}>
          <Status tone={isActive ? 'ok' : 'idle'}>{t(isActive ? 'tours.active' : 'tours.inactive')}</Status>
          <span className={styles.size}>{sizeText(sizeBytes, i18n.language)}</span>
        </div>
        <h2 title={name}>
          <Link to={address} className={styles.link}>
            {name}
          </Link>
        </h2>
        <div className={styles.code}>
          <code title={resourceCode}>{resourceCode}</code>
          <CopyButton value={resourceCode} what={t('tours.code')} />
        </div>
        <p className={styles.facts}>
          {observers !== null && (
            <span>{observers === 0 ? t('tours.model') : t('tours.viewpoints', { count: observers })}</span>
          )}
          <span>
            {t('tours.imported')} <Moment iso={tour.importedAt} />
          </span>
          <span>
            {tour.lastReadAt === null ? (
              t('tours.neverRead')
            ) : (
              <>
                {t('tours.read')} <Moment iso={tour.lastReadAt} />
              </>
            )}
          </span>
        </p>
        {team.role !== 'viewer' && (!isActive || team.role === 'owner') && (
          <div className={styles.actions}>
            {!isActive && (
              <Button size="small" onClick={() => setAsking('activate')}>
                {t('tours.activate')}
              </Button>
            )}
            {team.role === 'owner' && (
              <span className={styles.menu}>
                <MenuButton
                  label={t('tours.moreOf', { name })}
                  className={buttonClass('plain', 'small')}
                  face={<DotsIcon />}
                  items={<TourItems onRemove={() => setAsking('remove')} />}
                  position="bottom-end"
                  width={180}
                />
              </span>
            )}
          </div>
        )}
      </div>
      <Suspense>
        {asking === 'activate' && <ActivateDialog tour={tour} teamId={team.id} onClose={close} />}
        {asking === 'remove' && <RemoveDialog tour={tour} teamId={team.id} onClose={close} />}
      </Suspense>
    </li>
  );
}
