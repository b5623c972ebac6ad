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
  /** What to say of a folder, or what is done with it; those that are dropped are not read yet, and those that are chosen come as all their files. */
  readonly folders:
    | { readonly refusal: string }
    | {
        readonly refusal?: never;
        readonly choose: string;
        readonly onDrop: (folders: readonly FileSystemDirectoryEntry[]) => void;
        readonly onChoose: (files: readonly File[]) => void;
      };
}

/** Takes files: dropped anywhere on the page, or chosen with the button, which is what a keyboard reaches. */
export function DropZone({ onFiles, accept, title, text, choose, chooseLabel, folders }: DropZoneProps) {
  const picker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement | null>(null);
  const [sawFolder, setSawFolder] = useState(false);
  const isOver = useFilesOver((transfer) => {
    const dropped = contentOf(transfer);
    setSawFolder(dropped.folders.length > 0);
    if (dropped.files.length > 0) onFiles(dropped.files);
    if (folders.refusal === undefined && dropped.folders.length > 0) folders.onDrop(dropped.folders);
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
        {folders.refusal === undefined && (
          <>
            <Button onClick={() => folderPicker.current?.click()}>{folders.choose}</Button>
            <input
              ref={(input) => {
                folderPicker.current = input;
                if (input !== null) input.webkitdirectory = true;
              }}
              type="file"
              hidden
              aria-label={folders.choose}
              onChange={(event) => {
                folders.onChoose([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
          </>
        )}
      </div>
      {sawFolder && folders.refusal !== undefined && <Message tone="warning">{folders.refusal}</Message>}
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

interface Dropped {
  readonly files: readonly File[];
  readonly folders: readonly FileSystemDirectoryEntry[];
}

/** What was dropped: to be asked for at once, as it is gone after the event. */
function contentOf({ items, files }: DataTransfer): Dropped {
  if (items.length === 0) return { files: [...files], folders: [] };
  const dropped = [...items].map((item) => ({ file: item.getAsFile(), entry: item.webkitGetAsEntry() }));
  const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry => entry?.isDirectory === true;
  return {
    files: dropped.flatMap(({ file, entry }) => (file === null || isFolder(entry) ? [] : [file])),
    folders: dropped.flatMap(({ entry }) => (isFolder(entry) ? [entry] : [])),
  };
}
