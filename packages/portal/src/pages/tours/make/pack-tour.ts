import {
  ASSETS,
  COVER_FILE,
  faceFile,
  faceFolder,
  faces,
  PREVIEW,
  payloadFiles,
  viewpointsOf,
  zipRecords,
} from '@openhouse/contract/panoramas';
import { crc32 } from './crc32.ts';
import { type Draft, scenesOf, startOf } from './draft.ts';
import type { CutPicture, PackedFile } from './picture-jobs.ts';

/**
 * Packs a tour as the archive that the import takes.
 * @param cuts What was made of each picture, by the id of its viewpoint.
 */
export function packTour(draft: Draft, code: string, cuts: ReadonlyMap<string, CutPicture>): Blob {
  const records = zipRecords();
  const parts: BlobPart[] = [];
  const add = (name: string, { content, checksum }: PackedFile) => {
    const [bytes, packedBytes] = [content.size, content.size];
    const file = { name: new TextEncoder().encode(name), isDeflated: false, checksum, packedBytes, bytes };
    parts.push(records.startFile(file), content);
  };
  const all = draft.scenes.flatMap(({ id }) => cuts.get(id) ?? []);
  const keys = all.map(({ key }) => key);
  const { viewpoints } = viewpointsOf(scenesOf(draft), keys);
  const first = startOf(draft);
  for (const { name, text } of payloadFiles(code, draft.name.trim().normalize('NFC'), viewpoints, first)) {
    const bytes = new TextEncoder().encode(text);
    add(name, { content: new Blob([bytes]), checksum: crc32(bytes) });
  }
  const cover = all[first]?.cover;
  if (cover !== undefined) add(`${ASSETS}/${COVER_FILE}`, cover);
  // Viewpoints of the same picture share its faces.
  for (const { key, faces: cut, preview } of new Map(all.map((one) => [one.key, one])).values()) {
    for (const face of faces) add(`${ASSETS}/${faceFolder(key)}/${faceFile(face)}`, cut[face]);
    add(`${ASSETS}/${faceFolder(key)}/${PREVIEW.file}`, preview);
  }
  parts.push(records.end());
  return new Blob(parts, { type: 'application/zip' });
}
