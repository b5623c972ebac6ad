import { ImplicitTilingPlugin } from '3d-tiles-renderer/core/plugins';
import { TilesRenderer } from '3d-tiles-renderer/three';
import { Box3, Group, Matrix4, type Object3D, type PerspectiveCamera, Sphere, type WebGLRenderer } from 'three';
import { blobOfData } from './blob-of-data.ts';
import { comeFromEarth } from './come-from-earth.ts';
import { gltfLoader } from './gltf-loader.ts';
import type { LoadedModel, Tiles } from './loaded-model.ts';
import { withQueryOf } from './with-query-of.ts';

/**
 * Loads tilesets of 3D Tiles, which one looks at as one model.
 * @param signal Ends it: what has not arrived is cancelled.
 * @throws The first failure, when none of them arrives.
 */
export async function loadTilesets(addresses: readonly string[], signal: AbortSignal): Promise<LoadedModel> {
  const loads = await Promise.allSettled(addresses.map((address) => loadTileset(address, signal)));
  const tilesets = loads.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : []));
  if (signal.aborted) for (const tileset of tilesets) tileset.dispose();
  signal.throwIfAborted();
  const [first] = loads;
  if (tilesets.length === 0 && first?.status === 'rejected') throw first.reason;
  const scene = new Group();
  // In tilesets z is up.
  scene.rotation.x = -Math.PI / 2;
  comeFromEarth(tilesets);
  for (const { group } of tilesets) scene.add(group);
  const missing = addresses.filter((_, at) => loads[at]?.status === 'rejected');
  return { scene, triangles: new Float32Array(), origin: [0, 0, 0], tiles: tilesOf(scene, tilesets), missing };
}

/** Resolves once the tileset is read; its tiles load as they come into view. */
function loadTileset(address: string, signal: AbortSignal): Promise<TilesRenderer> {
  const root = new URL(address, document.baseURI);
  const tileset = new TilesRenderer(root.href);
  const inTeam = withQueryOf(root);
  tileset.registerPlugin(new ImplicitTilingPlugin());
  const fetchData = async (file: string, options: RequestInit) => {
    // A tile comes with a signal of its own, which ends when the tileset is disposed of; the tileset comes with none.
    if (options.signal !== undefined) return fetchUnpacked(file, options);
    try {
      return await fetchUnpacked(file, { ...options, signal });
    } catch (error) {
      // The renderer would write on the console that it was ended.
      if (signal.aborted) return new Promise<never>(() => {});
      throw error;
    }
  };
  tileset.registerPlugin({ name: 'files', preprocessURL: inTeam, fetchData });
  tileset.manager.setURLModifier((named) => blobOfData(named) ?? inTeam(named));
  // Tiles are compressed as other models are.
  tileset.manager.addHandler(/\.(gltf|glb)$/i, gltfLoader(tileset.manager).models);
  const settled = new AbortController();
  return new Promise<TilesRenderer>((resolve, reject) => {
    const fail = ({ error }: { readonly error: unknown }) => {
      tileset.removeEventListener('load-error', fail);
      tileset.dispose();
      reject(error);
    };
    tileset.addEventListener('load-error', fail);
    tileset.addEventListener('load-root-tileset', () => {
      tileset.removeEventListener('load-error', fail);
      resolve(tileset);
    });
    signal.addEventListener('abort', () => fail({ error: signal.reason }), { signal: settled.signal });
    tileset.update();
  }).finally(() => settled.abort());
}

/** The first bytes of a file that gzip packed. */
const GZIP = [0x1f, 0x8b] as const;

/** Many programs write the files of tilesets packed, for hosts that say so; a plain host does not. */
async function fetchUnpacked(address: string, options: RequestInit): Promise<Response> {
  const response = await fetch(address, options);
  if (!response.ok) return response;
  const file = await response.blob();
  const begin = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
  const isPacked = GZIP.every((byte, at) => begin[at] === byte);
  return new Response(isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file);
}

function tilesOf(scene: Object3D, tilesets: readonly TilesRenderer[]): Tiles {
  return {
    box() {
      scene.updateMatrixWorld(true);
      const whole = new Box3();
      for (const tileset of tilesets) {
        const [box, place, sphere] = [new Box3(), new Matrix4(), new Sphere()];
        if (!tileset.getOrientedBoundingBox(box, place) || !tileset.getBoundingSphere(sphere)) continue;
        const { matrixWorld } = tileset.group;
        box.applyMatrix4(place.premultiply(matrixWorld));
        // A volume that is a sphere has a box as well, which grows when it is turned.
        whole.union(box.intersect(sphere.applyMatrix4(matrixWorld).getBoundingBox(new Box3())));
      }
      return whole;
    },
    watch(onChange, onMissing) {
      for (const tileset of tilesets) {
        tileset.addEventListener('load-model', onChange);
        tileset.addEventListener('needs-update', onChange);
        tileset.addEventListener('load-error', ({ error }: { readonly error: Error }) => onMissing(error));
      }
    },
    look(eye: PerspectiveCamera, renderer: WebGLRenderer) {
      eye.updateMatrixWorld();
      for (const tileset of tilesets) {
        tileset.setCamera(eye);
        tileset.setResolutionFromRenderer(eye, renderer);
        tileset.update();
      }
    },
    dispose() {
      for (const tileset of tilesets) tileset.dispose();
    },
  };
}
