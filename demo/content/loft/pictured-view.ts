import { round } from '../wire/geometry.ts';
import type { GuideStop } from './places.ts';

/** Sizes of the flat pictures that the scene is shown in, in pixels. */
export const COVER_SIZE_PX = { width: 1280, height: 800 } as const;
export const STOP_SIZE_PX = { width: 480, height: 300 } as const;

const DEGREES_A_RADIAN = 180 / Math.PI;
/** Decimals of a field of view in degrees. */
const FOV_DECIMALS = 1;

/** The view of a picture, as payloads have it: the scene gives the field of view across, payloads want it upright. */
export function viewOf(
  { longitude_rad, latitude_rad, fieldOfView_rad }: GuideStop,
  size: { width: number; height: number },
) {
  const upright = 2 * Math.atan((Math.tan(fieldOfView_rad / 2) * size.height) / size.width);
  return {
    longitude: round(longitude_rad),
    latitude: round(latitude_rad),
    fov: round(upright * DEGREES_A_RADIAN, FOV_DECIMALS),
  };
}
