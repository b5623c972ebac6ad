import { NotThere, noData, type Reading, readAnswers } from './read-answers.ts';
import { textOf } from './tour/as-it-came.ts';
import { fileBelow, filesOfBundle } from './tour/files-of-bundle.ts';
import { readTour } from './tour/read-tour.ts';
import type { Tour } from './tour/tour.ts';

/**
 * Reads a tour from a bundle on a static host: `vr-info.json`, other operations beside it, and files below `assets/`.
 * @param bundle Address of the bundle's folder, from the page. Its query, as a signed link or a version has one, goes with every file.
 * @throws When the tour's basic data does not arrive; what else does not is left out.
 */
export async function readFromBundle(bundle: string, reading: Reading): Promise<Tour> {
  const folder = new URL(bundle, document.baseURI);
  folder.pathname = folder.pathname.replace(/\/*$/, '/');
  folder.hash = '';
  const answers = await readAnswers(reading, async (operation, signal) => {
    const response = await fetch(fileBelow(folder, `${operation}.json`), { signal });
    if (!response.ok)
      throw noData(response.status, `${operation}.json below ${folder} was answered ${response.status}`);
    return response.json().catch((error: unknown) => {
      // Hosts of single-page sites answer with their page where a bundle has no such file.
      throw error instanceof SyntaxError ? new NotThere(`${operation}.json below ${folder} is no JSON`) : error;
    });
  });
  const code = textOf(answers['vr-info'].resource_code);
  return readTour(answers, filesOfBundle(fileBelow(folder, 'assets/'), code));
}
