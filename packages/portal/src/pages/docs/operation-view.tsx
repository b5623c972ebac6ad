import { useTranslation } from 'react-i18next';
import { failureDocs } from '../../shell/paths.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { tabsOf } from '../samples/other-tabs.ts';
import { AnchoredHeading } from './anchored-heading.tsx';
import { Sample } from './blocks.tsx';
import type { FillSample } from './doc-facts.ts';
import { DocLink } from './doc-link.tsx';
import type { OperationPage } from './doc-page.ts';
import { FieldTree } from './field-tree.tsx';
import styles from './operation-view.module.css';
import prose from './prose.module.css';

/** One operation of the gateway: its call, what it takes and answers, and how it fails. */
export function OperationView({ page, fill }: { readonly page: OperationPage; readonly fill: FillSample }) {
  const { t } = useTranslation();
  const { method, path, samples, inputs, fields, example, failures, failuresOfAny } = page;
  return (
    <>
      <div className={styles.call}>
        <span className={styles.method}>{method}</span>
        <code className={styles.path}>{path}</code>
        <CopyButton value={fill(`http://localhost:4001${path}`)} what={t('docs.address')} />
      </div>
      <AnchoredHeading level={2} id="request">
        {t('docs.request')}
      </AnchoredHeading>
      <p>
        {page.authentication === 'access-token' ? t('docs.withToken') : t('docs.withCredentials')}{' '}
        <DocLink to="/docs/tokens">{t('docs.aboutTokens')}</DocLink>
      </p>
      {inputs.length > 0 && <Inputs page={page} />}
      <Sample
        tabs={[
          { name: 'curl', language: 'shell', code: samples.shell },
          { name: 'TypeScript', language: 'typescript', code: samples.typescript },
          { name: 'Python', language: 'python', code: samples.python },
          ...tabsOf(samples),
        ]}
        fill={fill}
      />
      <AnchoredHeading level={2} id="payload">
        {t('docs.payload')}
      </AnchoredHeading>
      <p>{t('docs.payloadNote')}</p>
      <FieldTree fields={fields} />
      <AnchoredHeading level={2} id="example">
        {t('docs.example')}
      </AnchoredHeading>
      <div className={styles.example}>
        <CodeBlock label={t('docs.example')} tabs={[{ name: 'data', language: 'json', code: example }]} />
      </div>
      <AnchoredHeading level={2} id="failures">
        {t('docs.failures')}
      </AnchoredHeading>
      <FailureLinks statuses={failures} />
      <p>{t('docs.failuresOfAny')}</p>
      <FailureLinks statuses={failuresOfAny} />
    </>
  );
}

function Inputs({ page: { inputs, mediaType } }: { readonly page: OperationPage }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.kind}>
        {mediaType === null ? t('docs.query') : t('docs.body')}
        {mediaType !== null && <code>{mediaType}</code>}
      </p>
      <dl className={styles.inputs}>
        {inputs.map(({ name, required, takes, example }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              <span className={required ? styles.required : styles.optional}>
                {required ? t('docs.required') : t('docs.optional')}
              </span>
            </dt>
            <dd>
              <span>{takes}</span>
              {example !== '' && (
                <span className={styles.given}>
                  {t('docs.forExample')} <code>{example}</code>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function FailureLinks({ statuses }: { readonly statuses: readonly string[] }) {
  return (
    <ul className={`${prose.plain} ${styles.failures}`}>
      {statuses.map((status) => (
        <li key={status}>
          <DocLink to={failureDocs(status)}>{status}</DocLink>
        </li>
      ))}
    </ul>
  );
}
