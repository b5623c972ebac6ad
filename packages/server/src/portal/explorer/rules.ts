import { type ExplorerOperation, explorerOperations, isPrivateFile } from '@openhouse/contract';

export function isExplorerOperation(name: string): name is ExplorerOperation {
  return (explorerOperations as readonly string[]).includes(name);
}

/** Maximum length of a file's path. */
const PATH_MAX = 1024;

/** Whether the store can be queried for it: a NUL byte would be an error there. */
export function isFileAddress(path: string): boolean {
  return path.length > 0 && path.length <= PATH_MAX && !path.includes('\0');
}

/**
 * Media types of files that the portal serves: pictures, models and their tilesets. Other files of a tour are not served from this
 * origin.
 */
const SHOWN = /^(application\/json|image\/[\w.+-]+|model\/[\w.+-]+|application\/octet-stream)(;|$)/i;

/** @param path Path of a file below the tour's assets. */
export function isShownFile(path: string, mediaType: string): boolean {
  return !isPrivateFile(path) && SHOWN.test(mediaType);
}
