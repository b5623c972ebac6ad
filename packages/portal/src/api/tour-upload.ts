import type {
  IMPORT_PROGRESS_TYPE,
  ImportProgressLine,
  ImportReport,
  ImportTourLine,
  PortalFailureBody,
  TourUploadType,
} from '@openhouse/contract';
import { isThere } from './is-there.ts';
import { answeredByAnother, FileGone, PortalError, PortalUnreachable } from './portal-error.ts';

/** Spelled here, because a value of the contract would bring its schemas along. */
const PROGRESS_TYPE: typeof IMPORT_PROGRESS_TYPE = 'application/x-ndjson';

/** How far an import is. */
export type UploadProgress =
  | { readonly phase: 'sending'; readonly sentBytes: number; readonly totalBytes: number }
  /** Tours whose fate is settled, and those there are as far as is known. */
  | { readonly phase: 'importing'; readonly done: number; readonly total: number };

/** A request that reports progress in both directions. `fetch` reports none for the upload. */
export type UploadTransport = (upload: {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: Blob;
  readonly onSent: (sentBytes: number, totalBytes: number) => void;
  /** Told of the whole text that has arrived so far. */
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
}) => Promise<{ readonly ok: boolean; readonly status: number; readonly text: string }>;

export interface TourUpload {
  readonly file: Blob;
  /** Name of the file. */
  readonly name: string;
  readonly mediaType: TourUploadType;
  /** What the import is one action by: a repetition of this file with the same key is the same import (decision 0088). */
  readonly key: string;
  readonly onProgress: (progress: UploadProgress) => void;
  readonly signal: AbortSignal;
}

/** What came of an upload. */
export interface TourUploadResult {
  readonly report: ImportReport;
  /** Every tour with all that was found in it, one JSON object a line, as `openhouse import --report` writes it. */
  readonly fullReport: string;
}

/**
 * Sends a file to be imported.
 * @param headers What every call of the page carries: the csrf token, the Team it shows.
 * @throws {PortalError} TOUR_REFUSED with what is wrong, and every other failure of the portal.
 * @throws {PortalUnreachable} No answer, or one that is not the portal's.
 * @throws {FileGone}
 */
export async function uploadTours(
  transport: UploadTransport,
  path: string,
  headers: Readonly<Record<string, string>>,
  { file, name, mediaType, onProgress, signal }: TourUpload,
): Promise<TourUploadResult> {
  const answer = await transport({
    path: `${path}?${new URLSearchParams({ name, report: 'full' })}`,
    headers: { ...headers, accept: PROGRESS_TYPE, 'content-type': mediaType },
    file,
    signal,
    onSent: (sentBytes, totalBytes) => onProgress({ phase: 'sending', sentBytes, totalBytes }),
    onText: (text) => {
      const progress = lastProgress(text);
      if (progress !== undefined) onProgress({ phase: 'importing', ...progress });
    },
  });
  const last = parsed(answer.text.trimEnd().split('\n').at(-1) ?? '') as Partial<Envelope> | undefined;
  if (last?.data !== undefined) return { report: last.data, fullReport: toursIn(answer.text) };
  if (last?.error !== undefined) {
    const { code, message, request_id, refused } = last.error;
    throw new PortalError(code, message, request_id, undefined, refused);
  }
  throw answeredByAnother(answer.status);
}

interface Envelope extends PortalFailureBody {
  readonly data: ImportReport;
}

/** The last whole line that tells of progress; the line that is still arriving is left alone. */
function lastProgress(text: string): ImportProgressLine['progress'] | undefined {
  const end = text.lastIndexOf('\n');
  const start = text.lastIndexOf('\n', end - 1) + 1;
  return (parsed(text.slice(start, Math.max(start, end))) as Partial<ImportProgressLine> | undefined)?.progress;
}

function toursIn(text: string): string {
  const start = '{"tour":' satisfies `{"${keyof ImportTourLine}":`;
  const tours = text.split('\n').filter((line) => line.startsWith(start));
  return tours.map((line) => `${line.slice(start.length, -1)}\n`).join('');
}

function parsed(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The browser's own requests. */
export const xhrTransport: UploadTransport = ({ path, headers, file, onSent, onText, signal }) =>
  new Promise((resolve, reject) => {
    // An abort that has happened, while this code was loaded for example, is not told of again.
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
    request.onprogress = () => onText(request.responseText);
    request.onload = () => resolve({ ok: request.status < 400, status: request.status, text: request.responseText });
    // A file that cannot be read fails like a network that is away.
    request.onerror = async () =>
      reject((await isThere(file)) ? new PortalUnreachable('The portal did not answer.') : new FileGone());
    request.onabort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
