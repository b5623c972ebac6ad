/** What stands beside the pixels of a picture, as its file holds it. */
export interface PictureHead {
  readonly format: 'jpeg' | 'png' | 'webp' | 'avif';
  readonly xmp: string | undefined;
  readonly exif: Uint8Array | undefined;
}

/** Maximum bytes of one block of metadata: cameras write a hundredth of this. */
const BLOCK_MAX_BYTES = 4 * 1024 * 1024;
/** Blocks that are walked over in one file: pixels come in pieces of 8 KiB, too. */
const BLOCKS_MAX = 100_000;
/** Bytes that are read at once. */
const WINDOW_BYTES = 1024 * 1024;

/**
 * Reads the metadata of a file; the pixels are not decoded.
 * @returns undefined for what is neither JPEG, PNG, WebP nor AVIF inside.
 */
export async function readHead(file: Blob): Promise<PictureHead | undefined> {
  const read = readerOf(file);
  const start = await read(0, 12);
  if (start.length < 12) return undefined;
  if (start[0] === 0xff && start[1] === 0xd8) return { format: 'jpeg', ...(await jpegBlocks(read, file.size)) };
  if (textOf(start, 1, 4) === 'PNG') return { format: 'png', ...(await pngBlocks(read, file.size)) };
  if (textOf(start, 0, 4) === 'RIFF' && textOf(start, 8, 12) === 'WEBP') {
    return { format: 'webp', ...(await webpBlocks(read, file.size)) };
  }
  if (textOf(start, 4, 8) !== 'ftyp') return undefined;
  const { xmp, exif, isAvif } = await avifBlocks(read, file.size);
  return isAvif ? { format: 'avif', xmp, exif } : undefined;
}

type Read = (from: number, length: number) => Promise<Uint8Array>;
interface Blocks {
  xmp: string | undefined;
  exif: Uint8Array | undefined;
}

function readerOf(file: Blob): Read {
  let start = 0;
  let held = new Uint8Array();
  return async (from, length) => {
    const wanted = Math.min(length, BLOCK_MAX_BYTES, Math.max(0, file.size - from));
    if (from < start || from + wanted > start + held.length) {
      start = from;
      held = new Uint8Array(await file.slice(from, from + Math.max(wanted, WINDOW_BYTES)).arrayBuffer());
    }
    return held.subarray(from - start, from - start + wanted);
  };
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const textOf = (bytes: Uint8Array, from = 0, to = bytes.length) => String.fromCharCode(...bytes.subarray(from, to));
const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const none = (): Blocks => ({ xmp: undefined, exif: undefined });

/** Segments up to the first scan (JFIF, Exif 2.32 4.7, XMP part 3). */
async function jpegBlocks(read: Read, size: number): Promise<Blocks> {
  const found = none();
  const XMP = 'http://ns.adobe.com/xap/1.0/\0';
  for (let at = 2, count = 0; at + 4 <= size && count < BLOCKS_MAX; count++) {
    const head = await read(at, 4);
    const marker = head[1] as number;
    if (head[0] !== 0xff || marker === 0xda || marker === 0xd9) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = viewOf(head).getUint16(2);
    if (marker === 0xe1) {
      const bytes = await read(at + 4, length - 2);
      if (textOf(bytes, 0, 4) === 'Exif') found.exif ??= bytes;
      else if (textOf(bytes, 0, XMP.length) === XMP) found.xmp ??= utf8(bytes.subarray(XMP.length));
    }
    at += 2 + length;
  }
  return found;
}

/** Chunks (PNG 3rd edition, 11.3); a text may follow the pixels. */
async function pngBlocks(read: Read, size: number): Promise<Blocks> {
  const found = none();
  for (let at = 8, count = 0; at + 12 <= size && count < BLOCKS_MAX; count++) {
    const head = await read(at, 8);
    const [length, type] = [viewOf(head).getUint32(0), textOf(head, 4, 8)];
    if (type === 'IEND') break;
    if (type === 'eXIf') found.exif ??= await read(at + 8, length);
    if (type === 'iTXt' || type === 'tEXt') {
      const bytes = await read(at + 8, length);
      const KEY = 'XML:com.adobe.xmp\0';
      const isKey = textOf(bytes, 0, KEY.length) === KEY;
      if (isKey && type === 'tEXt') found.xmp ??= utf8(bytes.subarray(KEY.length));
      if (isKey && type === 'iTXt') {
        const language = bytes.indexOf(0, KEY.length + 2);
        const text = bytes.subarray(bytes.indexOf(0, language + 1) + 1);
        found.xmp ??= utf8(bytes[KEY.length] === 1 ? await inflated(text) : text);
      }
    }
    at += 12 + length;
  }
  return found;
}

/** @returns The decompressed bytes, up to the size of a block; empty if they are damaged. */
async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  const found: number[] = [];
  const reader = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (found.length + part.value.length > BLOCK_MAX_BYTES) break;
      for (const byte of part.value) found.push(byte);
    }
    await reader.cancel();
  } catch {
    return new Uint8Array();
  }
  return Uint8Array.from(found);
}

/** Chunks of the container; metadata follow the pixels. */
async function webpBlocks(read: Read, size: number): Promise<Blocks> {
  const found = none();
  for (let at = 12, count = 0; at + 8 <= size && count < BLOCKS_MAX; count++) {
    const head = await read(at, 8);
    const [type, length] = [textOf(head, 0, 4), viewOf(head).getUint32(4, true)];
    if (type === 'EXIF') found.exif ??= await read(at + 8, length);
    if (type === 'XMP ') found.xmp ??= utf8(await read(at + 8, length));
    at += 8 + length + (length % 2);
  }
  return found;
}

/** Boxes of the file and of its `meta` box (ISO/IEC 14496-12): items of Exif and XMP, and where they lie. */
async function avifBlocks(read: Read, size: number): Promise<Blocks & { readonly isAvif: boolean }> {
  let isAvif = false;
  for (let at = 0, count = 0; at + 8 <= size && count < BLOCKS_MAX; count++) {
    const head = await read(at, 8);
    const [length, type] = [viewOf(head).getUint32(0), textOf(head, 4, 8)];
    if (length < 8) break;
    if (type === 'ftyp') isAvif = /avif|avis/.test(textOf(await read(at + 8, Math.min(length, 256) - 8)));
    if (type === 'meta') {
      const items = itemsOf(await read(at + 12, length - 12));
      const part = async (item: Item | undefined) => (item === undefined ? undefined : read(item.from, item.length));
      const exif = await part(items.find(({ kind }) => kind === 'Exif'));
      const xmp = await part(items.find(({ kind }) => kind === 'mime'));
      // Four bytes say where the block begins behind them.
      const begins = exif === undefined || exif.length < 4 ? 0 : 4 + viewOf(exif).getUint32(0);
      return { isAvif, exif: exif?.subarray(begins), xmp: xmp === undefined ? undefined : utf8(xmp) };
    }
    at += length;
  }
  return { ...none(), isAvif };
}

interface Item {
  readonly kind: string;
  readonly from: number;
  readonly length: number;
}

/** Items of a `meta` box that are stored contiguously; none if the box is damaged. */
function itemsOf(meta: Uint8Array): readonly Item[] {
  try {
    const kinds = new Map<number, string>();
    const places = new Map<number, { readonly from: number; readonly length: number }>();
    for (const { type, body } of boxesIn(meta)) {
      if (type === 'iinf') for (const [id, kind] of kindsIn(body)) kinds.set(id, kind);
      if (type === 'iloc') for (const [id, place] of placesIn(body)) places.set(id, place);
    }
    return [...kinds].flatMap(([id, kind]) => {
      const place = places.get(id);
      return place === undefined ? [] : [{ kind, ...place }];
    });
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function* boxesIn(bytes: Uint8Array): Generator<{ readonly type: string; readonly body: Uint8Array }> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = viewOf(bytes).getUint32(at);
    if (length < 8) return;
    yield { type: textOf(bytes, at + 4, at + 8), body: bytes.subarray(at + 8, at + length) };
    at += length;
  }
}

function* kindsIn(body: Uint8Array): Generator<readonly [id: number, kind: string]> {
  const start = body[0] === 0 ? 6 : 8;
  for (const { type, body: entry } of boxesIn(body.subarray(start))) {
    if (type !== 'infe') continue;
    const [view, version] = [viewOf(entry), entry[0] as number];
    if (version === 2) yield [view.getUint16(4), textOf(entry, 8, 12)];
    if (version === 3) yield [view.getUint32(4), textOf(entry, 10, 14)];
  }
}

function* placesIn(body: Uint8Array): Generator<readonly [number, { readonly from: number; readonly length: number }]> {
  const [view, version] = [viewOf(body), body[0] as number];
  const [sizes, others] = [view.getUint8(4), view.getUint8(5)];
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, others >> 4];
  const indexBytes = version === 0 ? 0 : others & 15;
  let at = 6;
  const number = (bytes: number) => {
    at += bytes;
    if (bytes === 0) return 0;
    if (bytes === 2) return view.getUint16(at - 2);
    return bytes === 8 ? Number(view.getBigUint64(at - 8)) : view.getUint32(at - 4);
  };
  const count = number(version < 2 ? 2 : 4);
  for (let item = 0; item < count; item++) {
    const id = number(version < 2 ? 2 : 4);
    const isInFile = version === 0 || (number(2) & 15) === 0;
    number(2);
    const base = number(baseBytes);
    const extents = number(2);
    let place = { from: 0, length: 0 };
    for (let extent = 0; extent < extents; extent++) {
      number(indexBytes);
      place = { from: base + number(offsetBytes), length: number(lengthBytes) };
    }
    if (isInFile && extents === 1) yield [id, place];
  }
}
