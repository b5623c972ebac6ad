import { useTranslation } from 'react-i18next';
import { relativeTime, wholeTime } from './time.ts';

/** A point in time: said as a distance from now, with the whole date and time on the pointer and for machines. */
export function Moment({ iso }: { readonly iso: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={iso} title={wholeTime(iso, i18n.language)}>
      {relativeTime(Date.parse(iso), Date.now(), i18n.language)}
    </time>
  );
}
