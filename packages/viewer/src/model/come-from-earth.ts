import type { TilesRenderer } from '3d-tiles-renderer/three';
import { Box3, Matrix4, Vector3 } from 'three';

/** Further than this from the earth's surface nothing was built: metres of a survey are no metres from the earth's middle. */
const REACH_M = 10_000;
/** Cosine of the angle by which a frame's up may differ from the earth's. */
const UPRIGHT = Math.cos(Math.PI / 180);

/**
 * Tilesets on the globe count metres from the middle of the earth: what is upright there lies tilted in a tour, thousands of
 * kilometres away. They are moved together, so that the first of them stands upright at the tour's origin: as it was before
 * its own transform set it on the globe; without such a transform with north up on the plan.
 */
export function comeFromEarth(tilesets: readonly TilesRenderer[]): void {
  const onEarth = tilesets.flatMap((tileset) => {
    const frame = frameOnEarth(tileset);
    return frame === undefined ? [] : [{ group: tileset.group, frame }];
  });
  const back = onEarth[0]?.frame.invert();
  for (const { group } of onEarth) back?.decompose(group.position, group.quaternion, group.scale);
}

/** @returns Where the tileset stands on the globe; undefined when it counts from elsewhere. */
function frameOnEarth(tileset: TilesRenderer): Matrix4 | undefined {
  const [box, place] = [new Box3(), new Matrix4()];
  if (!tileset.getOrientedBoundingBox(box, place)) return undefined;
  const middle = box.getCenter(new Vector3()).applyMatrix4(place);
  if (!isAtSurface(tileset, middle)) return undefined;
  const own = tileset.root?.transform;
  if (own !== undefined) {
    const frame = new Matrix4().fromArray(own);
    const [from, up] = [
      new Vector3().setFromMatrixPosition(frame),
      new Vector3().setFromMatrixColumn(frame, 2).normalize(),
    ];
    const isUpright = tileset.ellipsoid.getPositionToNormal(from, new Vector3()).dot(up) > UPRIGHT;
    if (isUpright && isAtSurface(tileset, from)) return new Matrix4().extractRotation(frame).setPosition(from);
  }
  const { lat, lon, height } = tileset.ellipsoid.getPositionToCartographic(middle, {});
  const frame = tileset.ellipsoid.getEastNorthUpFrame(lat, lon, height, new Matrix4());
  // Its lowest place is the ground.
  const { min } = box.applyMatrix4(place.premultiply(frame.clone().invert()));
  return frame.multiply(new Matrix4().makeTranslation(0, 0, min.z));
}

/** Not the middle of the earth itself, which is on no side of it. */
const isAtSurface = ({ ellipsoid }: TilesRenderer, place: Vector3): boolean =>
  place.length() > REACH_M && Math.abs(ellipsoid.getPositionToCartographic(place, {}).height) < REACH_M;
