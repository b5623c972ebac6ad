/** Decodes buffers of `EXT_meshopt_compression`, as three.js asks for them. Its code loads with the first of them. */
export const meshoptDecoder = {
  supported: true,
  async decodeGltfBufferAsync(
    count: number,
    stride: number,
    source: Uint8Array,
    mode: string,
    filter?: string,
  ): Promise<Uint8Array> {
    const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
    // Where the page's policy allows no WebAssembly, this rejects.
    await MeshoptDecoder.ready;
    const decoded = new Uint8Array(count * stride);
    MeshoptDecoder.decodeGltfBuffer(decoded, count, stride, source, mode, filter);
    return decoded;
  },
};
