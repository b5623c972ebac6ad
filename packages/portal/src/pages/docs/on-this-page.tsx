import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './on-this-page.module.css';
import type { Section } from './sections.ts';

/** The part of the window in which a heading counts as being read: below the header, in the upper third. */
const READING_AREA = '-56px 0px -66% 0px';

/** The sections of a page beside it, where the window has room; the one being read is marked. */
export function OnThisPage({ sections }: { readonly sections: readonly Section[] }) {
  const { t } = useTranslation();
  const current = useSectionInView(sections);
  if (sections.length < 2) return null;
  return (
    <nav className={styles.contents} aria-label={t('docs.onThisPage')}>
      <p>{t('docs.onThisPage')}</p>
      <ul>
        {sections.map(({ id, title, level }) => (
          <li key={id}>
            <a href={`#${id}`} className={level === 3 ? styles.inner : undefined} aria-current={id === current}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useSectionInView(sections: readonly Section[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page has one list of sections; another page is another component.
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.filter(({ isIntersecting }) => isIntersecting).at(0);
        if (seen !== undefined) setCurrent(seen.target.id);
      },
      { rootMargin: READING_AREA },
    );
    for (const { id } of sections) {
      const heading = document.getElementById(id);
      if (heading !== null) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, []);
  return current;
}
