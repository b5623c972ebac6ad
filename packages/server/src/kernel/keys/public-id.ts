import { randomBytes } from 'node:crypto';

const ID_BYTES = 16;

/**
 * @returns A new id that people may see and name: 22 characters of base64url. It begins with a letter, because a command line takes
 * a word that begins with `-` for an option; that leaves 127 random bits.
 */
export function newPublicId(random: (size: number) => Buffer = randomBytes): string {
  const bytes = random(ID_BYTES);
  bytes.writeUInt8(bytes.readUInt8(0) & 0x7f, 0);
  return bytes.toString('base64url');
}
