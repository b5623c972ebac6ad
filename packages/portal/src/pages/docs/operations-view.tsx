import { useTranslation } from 'react-i18next';
import { operationDocs } from '../../shell/paths.ts';
import { AnchoredHeading } from './anchored-heading.tsx';
import { DocLink } from './doc-link.tsx';
import type { OperationsPage } from './doc-page.ts';
import styles from './operation-view.module.css';
import prose from './prose.module.css';

/** All operations by subject. */
export function OperationsView({ page: { groups } }: { readonly page: OperationsPage }) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        {t('docs.operationsNote')} <DocLink to="/openapi.json">OpenAPI 3.1</DocLink>,{' '}
        <DocLink to="/openhouse.postman_collection.json">Postman</DocLink>,{' '}
        <DocLink to="/openhouse.http">.http</DocLink>
      </p>
      {groups.map(({ name, description, operations }) => (
        <section key={name}>
          <AnchoredHeading level={2} id={name.toLowerCase()}>
            {t(`docs.group.${name as 'Tours'}`)}
          </AnchoredHeading>
          <p>{description}</p>
          <ul className={`${prose.plain} ${styles.operations}`}>
            {operations.map((operation) => (
              <li key={operation.name}>
                <DocLink to={operationDocs(operation.name)} className={styles.operation}>
                  <span className={styles.title}>{operation.title}</span>
                  <span className={styles.address}>
                    <span className={styles.method}>{operation.method}</span>
                    <code>{operation.path}</code>
                  </span>
                </DocLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
