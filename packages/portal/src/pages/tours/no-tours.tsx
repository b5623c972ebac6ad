import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import styles from './no-tours.module.css';

/** The least that the contract takes for a tour. */
const SAMPLE = `{
  "resource_code": "sample-room",
  "name": "Sample room",
  "model": {
    "file_url": "room.glb",
    "material_base_url": null,
    "material_textures": null
  }
}`;

/** What a tour is made of, where there is none yet. */
export function NoTours({ mayImport }: { readonly mayImport: boolean }) {
  const { t } = useTranslation();
  return (
    <section className={styles.empty}>
      <h2>{t('tours.emptyTitle')}</h2>
      {mayImport ? (
        <>
          <p>{t('tours.emptyText')}</p>
          <ol>
            <li>{t('tours.emptyStep1')}</li>
            <li>{t('tours.emptyStep2')}</li>
            <li>{t('tours.emptyStep3')}</li>
          </ol>
          <p>{t('tours.emptySample')}</p>
          <CodeBlock
            label={t('tours.emptySampleLabel')}
            tabs={[{ name: 'sample.json', language: 'json', code: SAMPLE }]}
          />
        </>
      ) : (
        <p>{t('tours.emptyViewer')}</p>
      )}
    </section>
  );
}
