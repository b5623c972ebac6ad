import { SAMPLE_TOUR_PATH } from '@openhouse/contract';
import type { TourEvents } from '@openhouse/viewer';
import { useEffect, useRef, useState } from 'react';
import { loadCode } from '../../api/load-code.ts';
import { landingChinese, landingEnglish } from '../../languages/landing-words.ts';
import { useLanguage } from '../../languages/use-language.ts';
import { useLaterWords } from '../../languages/use-later-words.ts';
import { Button } from '../../ui/button.tsx';
import styles from './landing-page.module.css';

const words = { en: landingEnglish, zh: landingChinese } as const;

/** Where a mouse moves and the tour stands beside the text, it opens by itself. On a phone a finger could not scroll past it. */
const OPENS_BY_ITSELF = '(hover: hover) and (min-width: 961px)';
/** Milliseconds for the page itself to arrive first. */
const OPENS_AFTER_MS = 800;

/** Whether an `error` of the viewer says that the tour did not arrive; without a part of it there is enough to see. */
const isOfTour = (event: Event) => (event as CustomEvent<TourEvents['error']>).detail.what === 'tour';

/** The sample tour, to be walked through: its cover at first, then the viewer (decision 0195). */
export function SampleTour() {
  const { t } = useLaterWords('landing', words);
  const { language } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isThere, setThere] = useState(false);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!matchMedia(OPENS_BY_ITSELF).matches) return;
    const timer = setTimeout(() => setOpen(true), OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const container = box.current;
    if (!isOpen || isMissing || container === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    // The cover stays, with its button: it lies over what the viewer says.
    const close = () => setOpen(false);
    container.addEventListener('viewpointchange', () => setThere(true), { signal });
    container.addEventListener('error', (event) => isOfTour(event) && close(), { signal });
    loadCode(() => import('@openhouse/viewer')).then(({ openTour }) => {
      if (signal.aborted) return;
      const view = openTour(container, { bundle: SAMPLE_TOUR_PATH, language });
      signal.addEventListener('abort', () => view.close());
    }, close);
    return () => {
      leaving.abort();
      setThere(false);
    };
  }, [isOpen, isMissing, language]);
  // An installation without the demo's bundles has none to show.
  if (isMissing) return null;
  return (
    <div className={styles.tour}>
      <div className={styles.viewer} ref={box} />
      {!isThere && (
        <img
          className={styles.cover}
          src={`${SAMPLE_TOUR_PATH}/assets/cover.jpg`}
          alt={t('landing:tour')}
          onError={() => setMissing(true)}
        />
      )}
      {!isOpen && (
        <div className={styles.walk}>
          <Button onClick={() => setOpen(true)}>{t('landing:walk')}</Button>
        </div>
      )}
    </div>
  );
}
