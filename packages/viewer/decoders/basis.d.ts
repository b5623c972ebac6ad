interface BasisFile {
  isValid(): boolean;
  isUASTC(): boolean;
  isETC1S(): boolean;
  getWidth(): number;
  getHeight(): number;
  startTranscoding(): number;
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  /** Zero where it fails. `flags` and both channels are of no use for RGBA. */
  transcodeImage(
    into: Uint8Array,
    level: number,
    layer: number,
    face: number,
    format: number,
    flags: 0,
    channel0: -1,
    channel1: -1,
  ): number;
  close(): void;
  delete(): void;
}

/** What the viewer uses of Basis Universal's transcoder. */
export interface Basis {
  initializeBasis(): void;
  readonly KTX2File: new (file: Uint8Array) => BasisFile;
}

/** Rejects where the page's policy allows no WebAssembly. */
export default function loadBasis(options: { readonly wasmBinary: Uint8Array }): Promise<Basis>;
/** In base64. */
export const wasm: string;
