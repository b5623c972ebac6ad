import { useTranslation } from 'react-i18next';
import { portalClock } from '../api/portal-clock.ts';
import { relativeTime, wholeTime } from './time.ts';

/** Stands for the time in a sentence until it is cut there. */
const WHEN = '\0';

interface MomentInProps {
  /** The sentence, with what it is given as `when` at the place that its language has for it. */
  readonly words: (when: string) => string;
  readonly iso: string;
}

/** A sentence with a point in time in it. */
export function MomentIn({ words, iso }: MomentInProps) {
  const [before, after] = words(WHEN).split(WHEN);
  return (
    <>
      {before}
      <Moment iso={iso} />
      {after}
    </>
  );
}

/** A point in time: said as a distance from now, with the whole date and time on the pointer and for machines. */
export function Moment({ iso }: { readonly iso: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={iso} title={wholeTime(iso, i18n.language)}>
      {relativeTime(Date.parse(iso), portalClock.nowMs(), i18n.language)}
    </time>
  );
}
