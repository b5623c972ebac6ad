import { randomNumbers } from './random.ts';

const SAMPLE_RATE_HZ = 11_025;
const LENGTH_S = 4;
const SEED = 537;
const HEADER_BYTES = 44;
/** Middle of an unsigned 8-bit sample. */
const SILENCE = 128;
const LOUDEST = 120;
/** Share of a new random value in the hiss: the lower, the duller. */
const BRIGHTNESS = 0.35;
const HISS_LOUDNESS = 0.3;
/** Drops a sample, on average. */
const DROPS = 0.004;
/** A drop's click loses this share of its loudness with every sample. */
const DROP_FADING = 0.04;
/** Seconds over which the sound comes and goes. */
const FADE_S = 0.4;

/** Rain on glass: a soft hiss with single drops, as a WAV file (PCM, mono, 8 bits). Additions and products only. */
export function rain(): Uint8Array {
  const random = randomNumbers(SEED);
  const count = SAMPLE_RATE_HZ * LENGTH_S;
  const file = Buffer.alloc(HEADER_BYTES + count);
  writeHeader(file, count);
  let hiss = 0;
  let drop = 0;
  for (let sample = 0; sample < count; sample++) {
    hiss += BRIGHTNESS * (random() * 2 - 1 - hiss);
    if (random() < DROPS) drop = 0.3 + 0.5 * random();
    drop -= drop * DROP_FADING;
    const loudness = Math.min(1, sample / (FADE_S * SAMPLE_RATE_HZ), (count - sample) / (FADE_S * SAMPLE_RATE_HZ));
    const value = (hiss * HISS_LOUDNESS + drop * (random() * 2 - 1)) * loudness;
    file.writeUInt8(SILENCE + Math.round(Math.max(-1, Math.min(1, value)) * LOUDEST), HEADER_BYTES + sample);
  }
  return file;
}

/** Header of a RIFF WAVE file; all numbers little-endian. */
function writeHeader(file: Buffer, bytes: number): void {
  file.write('RIFF', 0);
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20); // PCM
  file.writeUInt16LE(1, 22); // one channel
  file.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  file.writeUInt32LE(SAMPLE_RATE_HZ, 28); // bytes a second
  file.writeUInt16LE(1, 32); // bytes a sample
  file.writeUInt16LE(8, 34); // bits a sample
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
}
