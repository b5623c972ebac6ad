import { useTranslation } from 'react-i18next';
import { AnchoredHeading } from './anchored-heading.tsx';
import type { ErrorsPage } from './doc-page.ts';
import styles from './errors-view.module.css';

/** Every failure under its name. */
export function ErrorsView({ page: { gateway, portal } }: { readonly page: ErrorsPage }) {
  const { t } = useTranslation();
  return (
    <>
      <AnchoredHeading level={2} id="gateway">
        {t('docs.ofGateway')}
      </AnchoredHeading>
      <p>{t('docs.ofGatewayNote')}</p>
      {gateway.map(({ status, code, httpStatus, message, advice, sources }) => (
        <Failure
          key={status}
          name={status}
          facts={[`HTTP ${httpStatus}`, `code ${code}`]}
          message={message}
          advice={advice}
        >
          {sources.join(', ')}
        </Failure>
      ))}
      <AnchoredHeading level={2} id="portal">
        {t('docs.ofPortal')}
      </AnchoredHeading>
      <p>{t('docs.ofPortalNote')}</p>
      {portal.map(({ code, httpStatus, message, advice }) => (
        <Failure key={code} name={code} facts={[`HTTP ${httpStatus}`]} message={message} advice={advice} />
      ))}
    </>
  );
}

interface FailureProps {
  readonly name: string;
  readonly facts: readonly string[];
  readonly message: string;
  readonly advice: string;
  /** Where it comes from. */
  readonly children?: string;
}

function Failure({ name, facts, message, advice, children }: FailureProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.failure} aria-labelledby={name}>
      <AnchoredHeading level={3} id={name}>
        <code>{name}</code>
      </AnchoredHeading>
      <p className={styles.facts}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <p>{message}</p>
      <p className={styles.remedy}>
        <span className={styles.label}>{t('docs.remedy')}</span> <span>{advice}</span>
      </p>
      {children !== undefined && (
        <p className={styles.where}>
          <span className={styles.label}>{t('docs.where')}</span> <span lang="en">{children}</span>
        </p>
      )}
    </section>
  );
}
