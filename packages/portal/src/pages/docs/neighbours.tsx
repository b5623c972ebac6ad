import { useTranslation } from 'react-i18next';
import { DocLink } from './doc-link.tsx';
import type { DocContents, PageEntry } from './doc-page.ts';
import { inOrder } from './in-order.ts';
import styles from './neighbours.module.css';

/** The page before and the page after. */
export function Neighbours({ contents, slug }: { readonly contents: DocContents; readonly slug: string }) {
  const { t } = useTranslation();
  const pages = inOrder(contents);
  const here = pages.findIndex((page) => page.slug === slug);
  return (
    <nav className={styles.neighbours} aria-label={t('docs.neighbours')}>
      <Neighbour entry={pages[here - 1]} label={t('docs.previous')} />
      <Neighbour entry={pages[here + 1]} label={t('docs.next')} />
    </nav>
  );
}

function Neighbour({ entry, label }: { readonly entry: PageEntry | undefined; readonly label: string }) {
  if (entry === undefined) return <span />;
  return (
    <DocLink to={`/docs/${entry.slug}`}>
      <span className={styles.label}>{label}</span>
      {entry.title}
    </DocLink>
  );
}
