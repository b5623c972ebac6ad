import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exampleFacts } from '../../code/examples.ts';
import { useLanguage } from '../../languages/use-language.ts';
import { gatewayAddress } from '../../page-facts.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Contents } from './contents.tsx';
import styles from './docs-page.module.css';
import { FIRST_GUIDE, guides } from './guides.ts';

/** The docs: for everybody, signed in or not. */
export function DocsPage() {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { data: guide } = useQuery({
    queryKey: ['guide', FIRST_GUIDE, language],
    queryFn: async () => (await guides[FIRST_GUIDE][language]()).guide,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (guide === undefined) return <Waiting />;
  const facts = exampleFacts(gatewayAddress(document));

  return (
    <>
      <Crumb>
        <span>{t('docs.contents')}</span>
      </Crumb>
      <div className={styles.page}>
        <article className={styles.article}>
          <PageHeading title={guide.title} lede={guide.lede} />
          {guide.sections.map((section) => (
            <section key={section.id} className={styles.section} aria-labelledby={section.id}>
              <h2 id={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </h2>
              {section.body(facts)}
            </section>
          ))}
        </article>
        <Contents guide={guide} />
      </div>
    </>
  );
}
