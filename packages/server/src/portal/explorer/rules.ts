import { type ExplorerOperation, explorerOperations } from '@openhouse/contract';
import { appState } from '../apps/rules.ts';

export function isExplorerOperation(name: string): name is ExplorerOperation {
  return (explorerOperations as readonly string[]).includes(name);
}

/** The app that reads tours for the Team's pages: the first by place that the gateway lets in. */
export function readingApp<App extends Parameters<typeof appState>[0]>(
  apps: readonly App[],
  nowMs: number,
): App | undefined {
  return apps.find((app) => appState(app, nowMs) === 'live');
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
