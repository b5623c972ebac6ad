// Generated from the contract by `npm run reference`: change the contract instead.

export interface Vector3 {
  /** Metres along x. */
  x: number;
  /** Metres along y, upwards. */
  y: number;
  /** Metres along z. */
  z: number;
}

export type Position = [number, number, number];

/** Price of what the tag is about; both parts may be empty. */
export interface Price {
  /** Currency and unit, as shown. */
  unit?: string;
  /** Amount, as shown. */
  value?: string;
}

/** A picture, video or sound. */
export interface Media {
  /** Kind of medium, such as Image, Video or Audio. */
  type?: string;
  /** Address of the medium. */
  url: string;
  /** Width, in pixels. */
  width?: number;
  /** Height, in pixels. */
  height?: number;
}

/** The view the tag was placed in. */
export interface FiveState {
  /** Mode of the viewer, such as Panorama, Floorplan, Topview or Model. */
  mode?: string;
  /** Index of the observer the viewer stands at. */
  panoIndex?: number;
  /** Direction of view around the vertical, in radians: λ looks along (−sin λ, 0, −cos λ). */
  longitude?: number;
  /** Direction of view above (positive) or below the horizon, in radians. */
  latitude?: number;
  /** Vertical field of view, in degrees. */
  fov?: number;
  /** Distance of the camera from its target, in metres; 0 inside a panorama. */
  distance?: number;
  /** Shift of the camera’s target, in metres. */
  offset?: Vector3;
  /** Code of the work the state was taken in; may be empty. */
  workCode?: string;
}
