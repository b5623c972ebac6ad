import type { FilePlace, FilesOf } from '@openhouse/viewer/inside';
import { addressInTeam } from '../../../api/team-address.ts';

/** Whose files a tour may have on this service. */
export interface TourHome {
  /** The gateway's `{base_url}`. */
  readonly gateway: string;
  /** Public code of the Team. */
  readonly team: string;
  readonly resourceCode: string;
}

/**
 * Finds a file of a tour. Its own files are read through the portal, which knows who is signed in (decision 0056);
 * hosts of others are never called.
 * @param address Absolute, or relative to the base.
 */
export function placeOfFile(home: TourHome, base: string | undefined, address: string | undefined): FilePlace {
  if (address === undefined || address === '') return { at: 'nowhere' };
  const absolute = addressOf(address, base);
  if (absolute === undefined) return { at: 'nowhere' };
  const own = addressOf(
    `${home.gateway}/files/${encodeURIComponent(home.team)}/${encodeURIComponent(home.resourceCode)}/`,
  );
  if (own === undefined || !absolute.href.startsWith(own.href)) return { at: 'elsewhere', host: absolute.host };
  const path = absolute.pathname.slice(own.pathname.length);
  return {
    at: 'here',
    address: addressInTeam(`${assetsOf(home.resourceCode)}${path}`, home.team),
    file: path.slice(path.lastIndexOf('/') + 1),
  };
}

function addressOf(address: string, base?: string): URL | undefined {
  const given = base === '' ? undefined : base;
  return URL.canParse(address, given) ? new URL(address, given) : undefined;
}

/** @returns Where the portal serves the files of a tour, with a slash at its end. */
function assetsOf(resourceCode: string): string {
  return `/api/tours/${encodeURIComponent(resourceCode)}/assets/`;
}

/** @returns What finds the files of one tour. */
export function filesOnPortal(home: TourHome): FilesOf {
  return (base, address) => placeOfFile(home, base, address);
}
