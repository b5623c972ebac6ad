import { TOUR_UPLOAD_MAX_BYTES } from '@openhouse/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { toursQuery } from '../../api/tours-query.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { type TeamPageProps, withTeam } from '../../shell/team/with-team.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { DropZone } from './drop-zone.tsx';
import { TourCard } from './tour-card.tsx';
import { TourSearch } from './tour-search.tsx';
import styles from './tours-page.module.css';
import { UPLOAD_EXTENSIONS } from './upload-type.ts';
import { useImports } from './use-imports.ts';

// Not part of the first look at tours.
const ImportList = lazyPart(() => import('./import-list.tsx'), 'ImportList');
const MakeTourLink = lazyPart(() => import('./make-tour-link.tsx'), 'MakeTourLink', false);
const PlanRest = lazyPart(() => import('./plan-rest.tsx'), 'PlanRest', false);
const NoTours = lazyPart(() => import('./no-tours.tsx'), 'NoTours');

/** The active Team's tours, and for members and owners the way to bring others in. */
export const ToursPage = withTeam(({ team }: TeamPageProps) => {
  const { t } = useTranslation();
  const { q = '' } = useSearch({ from: '/frame/dashboard/tours' });
  const list = useInfiniteQuery(toursQuery(usePortal(), team.id, q));
  const mayImport = team.role !== 'viewer';
  const [uploadBytes, setUploadBytes] = useState(TOUR_UPLOAD_MAX_BYTES);
  const imports = useImports(team.id, uploadBytes);
  const tours = list.data?.pages.flatMap((page) => page.tours);
  const isEmpty = tours?.length === 0 && q === '' && !list.isPlaceholderData;
  // Few tours need no search; one that has shown stays, whatever it finds: somebody may be typing in it.
  const [searches, setSearches] = useState(false);
  if (!searches && (q !== '' || list.hasNextPage || (tours?.length ?? 0) > FEW)) setSearches(true);
  return (
    <>
      <Crumb>
        <span>{team.name}</span>
      </Crumb>
      <PageHeading title={t('tours.title')} lede={t('tours.lede')} />
      {mayImport && (
        <DropZone
          onFiles={imports.add}
          accept={UPLOAD_EXTENSIONS}
          title={t('tours.dropTitle')}
          text={t('tours.dropText')}
          choose={t('tours.choose')}
          chooseLabel={`${t('tours.choose')}: ${t('tours.chooseFiles')}`}
          folders={{ refusal: t('tours.dropFolder') }}
        />
      )}
      <Suspense>{mayImport && <MakeTourLink />}</Suspense>
      <Suspense>{mayImport && <PlanRest teamId={team.id} onUploadBytes={setUploadBytes} />}</Suspense>
      <Suspense>
        {imports.imports.length > 0 && (
          <ImportList imports={imports.imports} onRetry={imports.retry} onRemove={imports.remove} />
        )}
      </Suspense>
      {searches && !isEmpty && <TourSearch q={q} />}
      {list.error && (
        <>
          <FailureMessage error={list.error} tried={t('problems.loadFailed')} repeats />
          {tours === undefined && <Button onClick={() => void list.refetch()}>{t('problems.retry')}</Button>}
        </>
      )}
      {list.isPending && <Waiting />}
      <Suspense fallback={<Waiting />}>{isEmpty && <NoTours team={team} />}</Suspense>
      {tours !== undefined && !isEmpty && (
        <>
          {tours.length === 0 && <p className={styles.none}>{t('tours.none')}</p>}
          <ul className={styles.tours}>
            {tours.map((tour) => (
              <TourCard key={tour.resourceCode} tour={tour} team={team} />
            ))}
          </ul>
        </>
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('tours.more')}
          </Button>
        </div>
      )}
    </>
  );
});

/** Tours that are seen at a glance. */
const FEW = 6;
