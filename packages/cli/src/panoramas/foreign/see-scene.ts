import { basename } from 'node:path';
import {
  byFace,
  type Direction,
  type Face,
  faces,
  type Gaze,
  gazeTowards,
  type Note,
  type Quaternion,
  rotated,
  towards,
  turns,
  type View,
} from '@openhouse/contract/panoramas';
import { told } from '../../told.ts';
import { PictureRefusal, refuseFisheyes, seePicture, sizeOfPicture } from '../inspect-picture.ts';
import { pathsMeant } from '../names-meant.ts';
import type { CubePicture, Picture, SpherePicture, Tile } from '../scene.ts';
import type { Sharp } from '../sharp.ts';
import type { ForeignPixel, ForeignScene, ForeignSpot } from './foreign-tour.ts';
import { eitherOf, isAtAnotherHost, pathInFolder } from './path-in-folder.ts';

/** A scene whose picture lies before us: what it says in pixels is in degrees of the level frame. */
export interface SeenScene {
  readonly key: string;
  readonly name: string;
  readonly picture: Picture;
  readonly heading: number | undefined;
  readonly turned: Quaternion | undefined;
  readonly start: View | undefined;
  readonly doors: readonly { readonly to: string; readonly spot: Gaze | undefined }[];
  readonly notes: readonly Note[];
}

/** @throws {PictureRefusal} @throws {ForeignRefusal} When its picture is not what the tour says. */
export async function seeScene(sharp: Sharp, folder: string, scene: ForeignScene): Promise<SeenScene> {
  const { picture, heading, turned } = await pictureOf(sharp, folder, scene);
  const gazeOf = (spot: ForeignSpot): Gaze => ('yaw' in spot ? spot : gazeAt(spot, picture, turned));
  const { key, name, start } = scene;
  return {
    ...{ key, name, picture, turned, start: start && lookingUpright(start) },
    heading: scene.heading ?? heading,
    doors: scene.doors.map(({ to, spot }) => ({ to, spot: spot && gazeOf(spot) })),
    notes: scene.notes.map(({ spot, ...words }) => ({ ...words, ...gazeOf(spot) })),
  };
}

/** Viewers stop straight above and straight below. */
const lookingUpright = (view: View): View => ({ ...view, pitch: Math.max(-90, Math.min(90, view.pitch)) });

async function pictureOf(
  sharp: Sharp,
  folder: string,
  { picture, turned }: ForeignScene,
): Promise<Pick<SeenScene, 'picture' | 'heading' | 'turned'>> {
  if (picture.kind === 'cube') {
    // One after the other: of several that are refused the first is named, and the same each time.
    const tiles: Tile[][] = [];
    for (const face of faces) {
      const placed: Tile[] = [];
      for (const tile of picture.faces[face]) placed.push({ ...tile, path: await pathOf(folder, tile.file) });
      tiles.push(placed);
    }
    const cube = await cubeOf(
      sharp,
      byFace((face) => tiles[faces.indexOf(face)] ?? []),
    );
    return { picture: cube, heading: undefined, turned };
  }
  const path = await pathOf(folder, picture.file);
  const seen = await seePicture(sharp, path);
  const { full, heading, turned: own } = picture.standsAs(seen);
  const { width, height, facts } = seen;
  if (facts.sphere === undefined && full.height === height) await refuseFisheyes(sharp, path);
  return {
    picture: { kind: 'sphere', path, width, height, full },
    heading,
    turned: own === undefined || turned === undefined ? (own ?? turned) : turns(turned, own),
  };
}

/** @throws {PictureRefusal} */
async function cubeOf(sharp: Sharp, tiles: CubePicture['faces']): Promise<CubePicture> {
  const edges: number[] = [];
  for (const face of faces) edges.push(await edgeOf(sharp, tiles[face]));
  const edge = Math.max(...edges);
  if (edge > 0) return { kind: 'cube', faces: tiles, edge };
  throw new PictureRefusal(told`it has no picture`);
}

/** The edge of a face that is cut into tiles; 0 of one that is not there. */
async function edgeOf(sharp: Sharp, tiles: readonly Tile[]): Promise<number> {
  const last = tiles.at(-1);
  if (last === undefined) return 0;
  const { width, height } = await sizeOfPicture(sharp, last.path);
  if (last.cell !== undefined) {
    const { columns, rows } = last.cell;
    if (width / columns === height / rows) return height / rows;
    const size = told`${width} × ${height} pixels`;
    throw new PictureRefusal(told`${basename(last.path)}, ${size}, is not divided into ${columns} × ${rows} squares`);
  }
  const [right, bottom] = [last.left + width, last.top + height];
  if (right === bottom) return right;
  throw new PictureRefusal(
    told`its face with ${basename(last.path)} is ${right} × ${bottom} pixels, which is no square`,
  );
}

async function pathOf(folder: string, file: string): Promise<string> {
  if (isAtAnotherHost(file)) {
    throw new PictureRefusal(told`its picture ${file} is at another host: download it, and name the copy`);
  }
  const named = pathInFolder(folder, file);
  if (named === undefined) {
    throw new PictureRefusal(
      told`its picture ${file} lies outside the folder of the tour: copy it there, and name the copy`,
    );
  }
  const [path = named, ...others] = await pathsMeant(folder, named);
  if (others.length === 0) return path;
  throw new PictureRefusal(told`its picture ${file} may be ${eitherOf(folder, [path, ...others])}: rename one`);
}

/** What lies at a pixel of a picture. */
function gazeAt({ column, row, face }: ForeignPixel, picture: Picture, turned: Quaternion | undefined): Gaze {
  const seen = picture.kind === 'cube' ? onFace(picture, face ?? 'front', column, row) : onSphere(picture, column, row);
  return turned === undefined ? gazeTowards(seen) : gazeTowards(rotated(turned, seen));
}

const onSphere = ({ full }: SpherePicture, column: number, row: number): Direction =>
  towards({
    yaw: ((column + full.left) / full.width - 0.5) * 360,
    pitch: (0.5 - (row + full.top) / full.height) * 180,
  });

function onFace({ faces: tiles, edge }: CubePicture, face: Face, column: number, row: number): Direction {
  const turn = tiles[face][0]?.isUpsideDown ? -1 : 1;
  const [x, y] = [(column / edge) * 2 - 1, 1 - (row / edge) * 2].map((at) => at * turn) as [number, number];
  const directions: Readonly<Record<Face, Direction>> = {
    front: [x, y, -1],
    right: [1, y, x],
    back: [-x, y, 1],
    left: [-1, y, -x],
    up: [x, 1, y],
    down: [x, -1, -y],
  };
  return directions[face];
}
