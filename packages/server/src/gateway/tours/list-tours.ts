import { type DataOf, PAGE_SIZE_DEFAULT, type vrList } from '@openhouse/contract';
import type { FileAddress } from '../../tours/files/store.ts';
import type { AppStanding } from '../tokens/app-standing.ts';
import type { ListedTourRow, TourListStore } from './store.ts';

export interface TourListDeps {
  readonly store: TourListStore;
  /** The address at which the gateway serves a file of a tour. */
  readonly fileUrl: (address: FileAddress) => string;
}

type ListedTours = DataOf<typeof vrList>;

/** A page of the tours of an app's Team (decision 0112): empty after the last one, and never with another Team's. */
export async function listTours(
  { store, fileUrl }: TourListDeps,
  { teamId, teamCode }: AppStanding,
  query: Readonly<Record<string, string>>,
): Promise<ListedTours> {
  const page = Number(query.page ?? 1);
  const size = Number(query.page_size ?? PAGE_SIZE_DEFAULT);
  const since = query.modified_since;
  const [rows, total] = await Promise.all([
    store.page(teamId, { limit: size, offset: (page - 1) * size, since }),
    store.total(teamId, since),
  ]);
  const coverUrl = ({ code, picture, cover }: ListedTourRow) =>
    picture ?? (cover === null ? null : fileUrl({ team: teamCode, tour: code, path: cover }));
  const list = rows.map((row) => ({
    vr_code: row.code,
    resource_code: row.code,
    name: row.name,
    create_time: row.createTime ?? timeText(row.createdAt),
    is_active: row.active,
    title_picture_url: coverUrl(row),
    modify_time: timeText(row.changedAt),
  }));
  return { list, total, page, page_size: size };
}

/** `YYYY-MM-DD HH:MM:SS` in UTC, as payloads write times. */
const timeText = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
