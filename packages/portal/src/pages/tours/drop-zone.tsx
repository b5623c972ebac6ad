import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { UploadIcon } from '../../ui/icons.tsx';
import { Message } from '../../ui/message.tsx';
import styles from './drop-zone.module.css';
import { UPLOAD_EXTENSIONS } from './upload-type.ts';

interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
}

/** Takes files: dropped anywhere on the page, or chosen with the button, which is what a keyboard reaches. */
export function DropZone({ onFiles }: DropZoneProps) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const [sawFolder, setSawFolder] = useState(false);
  const isOver = useFilesOver((transfer) => {
    const { files, folders } = contentOf(transfer);
    setSawFolder(folders > 0);
    if (files.length > 0) onFiles(files);
  });
  return (
    <>
      <div className={`${styles.zone} ${isOver ? styles.over : ''}`.trim()}>
        <span className={styles.icon}>
          <UploadIcon size={20} />
        </span>
        <div className={styles.words}>
          <p className={styles.title}>{t('tours.dropTitle')}</p>
          <p>{t('tours.dropText')}</p>
        </div>
        <Button
          look="primary"
          onClick={() => picker.current?.click()}
          label={`${t('tours.choose')}: ${t('tours.chooseFiles')}`}
        >
          {t('tours.choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={UPLOAD_EXTENSIONS}
          aria-label={t('tours.chooseFiles')}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            // The same file may be chosen again once it has been mended.
            event.target.value = '';
          }}
        />
      </div>
      {sawFolder && <Message tone="warning">{t('tours.dropFolder')}</Message>}
    </>
  );
}

/** Calls back for a drop anywhere in the window. @returns Whether files hover over it. */
function useFilesOver(onDrop: (transfer: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  useEffect(() => {
    const stop = new AbortController();
    const withFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const on = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      window.addEventListener(type, listener, { signal: stop.signal });
    on('dragover', (event) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    // Left for good only when it enters nothing else of the page.
    on('dragleave', (event) => event.relatedTarget === null && setOver(false));
    on('drop', (event) => {
      if (!withFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setOver(false);
      drop.current(event.dataTransfer);
    });
    return () => stop.abort();
  }, []);
  return isOver;
}

function contentOf({ items, files }: DataTransfer): { readonly files: readonly File[]; readonly folders: number } {
  const entries = [...items].map((item) => ({
    file: item.getAsFile(),
    isFolder: item.webkitGetAsEntry()?.isDirectory,
  }));
  if (entries.length === 0) return { files: [...files], folders: 0 };
  return {
    files: entries.flatMap(({ file, isFolder }) => (file === null || isFolder === true ? [] : [file])),
    folders: entries.filter(({ isFolder }) => isFolder === true).length,
  };
}
