import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { UploadIcon } from '../../ui/icons.tsx';
import { Message } from '../../ui/message.tsx';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** What is taken, as the file picker names it. */
  readonly accept: string;
  readonly title: string;
  readonly text: string;
  /** The button, and what it is called where its own word says too little. */
  readonly choose: string;
  readonly chooseLabel: string;
  /** What to say of a folder. */
  readonly folder: string;
}

/** Takes files: dropped anywhere on the page, or chosen with the button, which is what a keyboard reaches. */
export function DropZone({ onFiles, accept, title, text, choose, chooseLabel, folder }: DropZoneProps) {
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
          <p className={styles.title}>{title}</p>
          <p>{text}</p>
        </div>
        <Button look="primary" onClick={() => picker.current?.click()} label={chooseLabel}>
          {choose}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={accept}
          aria-label={chooseLabel}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            // The same file may be chosen again once it has been mended.
            event.target.value = '';
          }}
        />
      </div>
      {sawFolder && <Message tone="warning">{folder}</Message>}
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
