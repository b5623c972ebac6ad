/** Has no types of its own; what it makes is handed to a library. */
declare module 'draco3dgltf' {
  const draco: { createEncoderModule(): Promise<unknown> };
  export default draco;
}
