import { utils } from '@photo-sphere-viewer/core';
import { CubemapAdapter } from '@photo-sphere-viewer/cubemap-adapter';
import type { Faces } from '../tour/tour.ts';
import { drawSides } from './drawn-faces.ts';
import type { Scene } from './scene.ts';

/** Where pictures of a scene come from: six addresses, or our own hand. */
export type TourPanorama =
  | { readonly type: 'separate'; readonly paths: Faces; readonly flipTopBottom: true }
  | { readonly type: 'drawn'; readonly scene: Scene };

export function panoramaOf(scene: Scene, faces: Faces | undefined): TourPanorama {
  if (faces === undefined) return { type: 'drawn', scene };
  // The flag makes upper and lower sides touch the front the way tour data has them.
  return { type: 'separate', paths: faces, flipTopBottom: true };
}

type Loaded = Awaited<ReturnType<CubemapAdapter['loadTexture']>>;

/** Loads pictures of tours, and draws those that are out of reach. */
export class TourAdapter extends CubemapAdapter {
  override async loadTexture(panorama: never, loader?: boolean): Promise<Loaded> {
    const asked = panorama as TourPanorama;
    if (asked.type === 'separate') return super.loadTexture(panorama, loader);
    const { position, floorHeight } = asked.scene;
    const sides = drawSides(position, floorHeight);
    const texture = sides.map((canvas) => utils.createTexture(canvas));
    const panoData = { isCubemap: true, flipTopBottom: true, faceSize: sides[0]?.width ?? 0 };
    return { panorama, texture, panoData } as unknown as Loaded;
  }
}
