import { contents, pages } from 'virtual:docs';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../../api/load-code.ts';
import { useLanguage } from '../../languages/use-language.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { NotFoundPage } from '../../shell/problem/route-problems.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Blocks } from './blocks.tsx';
import { type FillSample, useSampleFacts } from './doc-facts.ts';
import type { DocPage } from './doc-page.ts';
import styles from './docs-page.module.css';
import { ErrorsView } from './errors-view.tsx';
import { InlineText } from './inline-text.tsx';
import { Neighbours } from './neighbours.tsx';
import { OnThisPage } from './on-this-page.tsx';
import { OperationView } from './operation-view.tsx';
import { OperationsView } from './operations-view.tsx';
import prose from './prose.module.css';
import { FIRST_GUIDE } from './reading-order.ts';
import { sectionsOf } from './sections.ts';

/** The docs: for everybody, signed in or not. */
export function DocsPage() {
  const { _splat: slug } = useParams({ strict: false });
  return <DocView key={slug} slug={slug === undefined || slug === '' ? FIRST_GUIDE : slug} />;
}

function DocView({ slug }: { readonly slug: string }) {
  const { language } = useLanguage();
  const { t } = useTranslation();
  // An address may be any word, such as one that every object knows.
  const load = Object.hasOwn(pages[language], slug) ? pages[language][slug] : undefined;
  const { data: page } = useQuery({
    queryKey: ['doc', language, slug],
    queryFn: async () => (load === undefined ? null : (await loadCode(load)).page),
    // Without a network the code waits for one, and it has tried again before it fails.
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: true,
  });
  const fill = useSampleFacts();
  useArrivalAtAnchor(page !== undefined);
  if (load === undefined || page === null) return <NotFoundPage />;
  if (page === undefined) return <Waiting />;

  return (
    <>
      <Crumb>
        <span>{t('docs.contents')}</span>
        <span aria-hidden="true">/</span>
        <span>{page.title}</span>
      </Crumb>
      <div className={styles.page}>
        <article className={`${styles.article} ${prose.prose}`}>
          <PageHeading title={page.title} lede={<Lede page={page} />} />
          <PageBody page={page} fill={fill} />
          <Neighbours contents={contents[language]} slug={slug} />
          <p className={styles.source}>
            <a href={sourceOf(slug, language)}>{t('docs.asMarkdown')}</a>
          </p>
        </article>
        <OnThisPage key={language} sections={sectionsOf(page, t)} />
      </div>
    </>
  );
}

function Lede({ page }: { readonly page: DocPage }) {
  const { t } = useTranslation();
  switch (page.kind) {
    case 'written':
      return <InlineText pieces={page.lede} />;
    case 'operation':
      return page.description;
    case 'operations':
      return t('docs.operationsLede');
    case 'errors':
      return t('docs.errorsLede');
  }
}

function PageBody({ page, fill }: { readonly page: DocPage; readonly fill: FillSample }) {
  switch (page.kind) {
    case 'written':
      return <Blocks blocks={page.blocks} fill={fill} />;
    case 'operation':
      return <OperationView page={page} fill={fill} />;
    case 'operations':
      return <OperationsView page={page} />;
    case 'errors':
      return <ErrorsView page={page} />;
  }
}

/** As Markdown the reference is English only. */
function sourceOf(slug: string, language: string): string {
  const folder = language === 'en' || slug.startsWith('reference/') ? '' : `${language}/`;
  return `/docs/${folder}${slug}.md`;
}

/** The place that the address names comes into view once the page is there, which is after the browser looked for it. */
function useArrivalAtAnchor(ready: boolean) {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (!ready || hash === '') return;
    // After the shell, which goes to the top of a new page.
    const frame = requestAnimationFrame(() => document.getElementById(decodeURIComponent(hash))?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [ready, hash]);
}
