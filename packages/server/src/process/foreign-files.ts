import type { Config } from '../config/config.ts';
import { filesUrl } from '../gateway/files/link.ts';
import { outsideFetch } from '../kernel/http/outside-fetch.ts';
import type { ImportOptions } from '../tours/import/import-tours.ts';

/**
 * How an import fetches files of other hosts (decision 0108): from the internet only, unless ALLOW_INSIDE_HOSTS names
 * the host. This holds outside production too, because others wrote the addresses in tours.
 * @param team Public code of the Team whose tours are imported.
 */
export function foreignFiles(
  { ALLOW_INSIDE_HOSTS, BASE_URL }: Pick<Config, 'ALLOW_INSIDE_HOSTS' | 'BASE_URL'>,
  team: string,
  userAgent: string,
): NonNullable<ImportOptions['fetchFiles']> {
  return {
    fetch: outsideFetch({ allowedHosts: ALLOW_INSIDE_HOSTS }),
    userAgent,
    filesUrl: (code) => filesUrl(BASE_URL, team, code),
  };
}
