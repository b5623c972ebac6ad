import { DataTexture, FileLoader, Loader, type LoadingManager } from 'three';
import type { Basis } from '../../decoders/basis.js';

/** How Basis Universal calls pixels of red, green, blue and alpha, a byte each. */
const RGBA = 13;

/**
 * Loads textures of `KHR_texture_basisu`, as three.js asks for them. The transcoder's code loads with the first of them. The
 * loader of three.js starts workers from blobs and makes code of text, which strict policies refuse.
 *
 * Three.js leaves a texture out that fails, and shows the model without its colours: the failure is kept.
 */
export class Ktx2Loader extends Loader<DataTexture> {
  failure: unknown;

  constructor(manager: LoadingManager) {
    super(manager);
  }

  override load(
    address: string,
    onLoad: (texture: DataTexture) => void,
    onProgress?: (event: ProgressEvent) => void,
    onError?: (error: unknown) => void,
  ): void {
    const fail = (error: unknown) => {
      this.failure = error;
      onError?.(error);
    };
    const files = new FileLoader(this.manager).setResponseType('arraybuffer');
    files.load(
      address,
      (file) => void transcoded(new Uint8Array(file as ArrayBuffer)).then(onLoad, fail),
      onProgress,
      fail,
    );
  }
}

let loaded: Promise<Basis> | undefined;

async function load(): Promise<Basis> {
  const { default: loadBasis, wasm } = await import('../../decoders/basis.js');
  const basis = await loadBasis({ wasmBinary: Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0)) });
  basis.initializeBasis();
  return basis;
}

/** Any graphics card takes plain pixels, and makes the smaller levels of them. */
async function transcoded(bytes: Uint8Array): Promise<DataTexture> {
  // One that did not arrive is asked for again with the next texture.
  loaded ??= load().catch((error) => {
    loaded = undefined;
    throw error;
  });
  const file = new (await loaded).KTX2File(bytes);
  try {
    if (!file.isValid() || !(file.isUASTC() || file.isETC1S()) || !file.startTranscoding())
      throw new Error('A texture is no KTX2 file of Basis Universal.');
    const pixels = new Uint8Array(file.getImageTranscodedSizeInBytes(0, 0, 0, RGBA));
    if (!file.transcodeImage(pixels, 0, 0, 0, RGBA, 0, -1, -1)) throw new Error('A KTX2 texture cannot be decoded.');
    const texture = new DataTexture(pixels, file.getWidth(), file.getHeight());
    texture.needsUpdate = true;
    return texture;
  } finally {
    file.close();
    file.delete();
  }
}
