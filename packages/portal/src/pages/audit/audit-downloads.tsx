import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { useAuditWords } from '../../languages/use-audit-words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import styles from './audit-page.module.css';
import { type AuditFilter, auditDownload } from './audit-query.ts';

const formats = ['csv', 'jsonl'] as const;

/** Saves the filtered log as a file. The page fetches it, so that it is that of the shown Team and failures appear here. */
export function AuditDownloads({ filter }: { readonly filter: AuditFilter }) {
  const { t } = useAuditWords();
  const portal = usePortal();
  const download = useAction({
    act: ({ signal }, format: (typeof formats)[number]) => portal.download(auditDownload(format, filter), signal),
    onSuccess: ({ name, content }) => saveFile(name, content),
  });
  return (
    <>
      <div className={styles.downloads}>
        {formats.map((format) => (
          <Button
            key={format}
            icon={<DownloadIcon size={15} />}
            busy={download.isPending && download.variables === format}
            label={`${t('audit:download')} ${format.toUpperCase()}`}
            onClick={() => download.mutate(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      {download.error && (
        <div className={styles.failure}>
          <FailureMessage error={download.error} tried={t('audit:downloadFailed')} />
        </div>
      )}
    </>
  );
}
