import { type ExplorerOperation, explorerOperations } from '@openhouse/contract';

export function isExplorerOperation(name: string): name is ExplorerOperation {
  return (explorerOperations as readonly string[]).includes(name);
}

/** Longer than this is no path of a file. */
const PATH_MAX = 1024;

/** Whether the store can be asked for it: a byte that its texts do not hold would be an error there. */
export function isFileAddress(path: string): boolean {
  return path.length > 0 && path.length <= PATH_MAX && !path.includes('\0');
}

/** Media types of files that the portal hands on: pictures and models. Anything else of a tour is not for this origin. */
const SHOWN = /^(image\/[\w.+-]+|model\/[\w.+-]+|application\/octet-stream)(;|$)/i;

/** @param path Path of a file below the tour's assets. */
export function isShownFile(path: string, mediaType: string): boolean {
  return !path.startsWith('private/') && SHOWN.test(mediaType);
}
