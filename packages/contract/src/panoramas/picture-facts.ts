/** What a picture tells beside its pixels. */
export interface PictureFacts {
  readonly sphere?: SpherePart | undefined;
  /** Of GPano: how the picture is projected. */
  readonly projection?: string | undefined;
  /** Degrees clockwise from the north. */
  readonly heading?: number | undefined;
  /** The same, if GPano says it. */
  readonly poseHeading?: number | undefined;
  /** Degrees that its middle is above the horizon, and that it leans to the right (GPano); undefined for level. */
  readonly lean?: { readonly pitch: number; readonly roll: number } | undefined;
  readonly position?: GeoPosition | undefined;
  /** Whether it tells degrees and not of which half of the earth they are, north or south, east or west: then it has no position. */
  readonly lacksHemisphere: boolean;
}

/** Which part of a full sphere a picture is, in pixels (GPano). */
export interface SpherePart {
  readonly fullWidth: number;
  readonly fullHeight: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

export interface GeoPosition {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres above the sea. */
  readonly altitude: number | undefined;
}

/** @param xmp An XMP packet. @param exif An Exif block, with or without its marker. */
export function factsOf(xmp: string | undefined, exif: Uint8Array | undefined): PictureFacts {
  const text = xmp ?? '';
  const gps = exif === undefined ? new Map<number, Entry>() : gpsOf(exif);
  const degrees = degreesIn(gps);
  const hemisphere = hemisphereIn(gps);
  const poseHeading = numberIn(text, 'PoseHeadingDegrees');
  return {
    sphere: spherePartOf(text),
    projection: gpano(text, 'ProjectionType')?.toLowerCase(),
    heading: poseHeading ?? finite(gps.get(DIRECTION)?.numbers[0]),
    poseHeading,
    lean: leanOf(text),
    position: degrees && hemisphere && positionOf(degrees, hemisphere, gps),
    lacksHemisphere: degrees !== undefined && hemisphere === undefined,
  };
}

/** Cameras write fractions of nothing for what they do not know. */
const finite = (number: number | undefined) => (Number.isFinite(number) ? number : undefined);

/** A property of GPano: an attribute or an element. */
const gpano = (xmp: string, name: string): string | undefined =>
  new RegExp(`GPano:${name}\\s*(?:=\\s*["']|>)\\s*([^"'<]*?)\\s*["'<]`).exec(xmp)?.[1];

function numberIn(xmp: string, name: string): number | undefined {
  const text = gpano(xmp, name);
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function leanOf(xmp: string): PictureFacts['lean'] {
  const [pitch, roll] = [numberIn(xmp, 'PosePitchDegrees') ?? 0, numberIn(xmp, 'PoseRollDegrees') ?? 0];
  const isLean = (pitch !== 0 || roll !== 0) && Math.abs(pitch) <= 90 && Math.abs(roll) <= 180;
  return isLean ? { pitch, roll } : undefined;
}

function spherePartOf(xmp: string): SpherePart | undefined {
  const [fullWidth, fullHeight] = [numberIn(xmp, 'FullPanoWidthPixels'), numberIn(xmp, 'FullPanoHeightPixels')];
  const width = numberIn(xmp, 'CroppedAreaImageWidthPixels');
  const height = numberIn(xmp, 'CroppedAreaImageHeightPixels');
  const [left, top] = [numberIn(xmp, 'CroppedAreaLeftPixels'), numberIn(xmp, 'CroppedAreaTopPixels')];
  if (fullWidth === undefined || fullHeight === undefined || width === undefined || height === undefined)
    return undefined;
  // Where it does not say where it lies, it lies in the middle, as other viewers have it.
  const [middle, centre] = [(fullWidth - width) / 2, (fullHeight - height) / 2];
  return { fullWidth, fullHeight, width, height, left: left ?? middle, top: top ?? centre };
}

/** Tags of the GPS directory (Exif 2.32, 4.6.6). */
const [GPS_DIRECTORY, LATITUDE_REF, LATITUDE, LONGITUDE_REF, LONGITUDE, ALTITUDE_REF, ALTITUDE, DIRECTION] = [
  0x8825, 1, 2, 3, 4, 5, 6, 17,
];
/** Types of values: bytes, text, whole numbers of 2 and 4 bytes, fractions. */
const [BYTE, ASCII, SHORT, LONG, RATIONAL] = [1, 2, 3, 4, 5];
const TYPE_BYTES: Readonly<Record<number, number>> = { [BYTE]: 1, [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [RATIONAL]: 8 };
/** Entries that are read of one directory, and values of one entry: cameras write a tenth of them. */
const [ENTRIES_MAX, VALUES_MAX] = [512, 16];

interface Entry {
  readonly numbers: readonly number[];
  readonly text: string;
}

/** The entries of the GPS directory; none of a block that is cut off or is no Exif. */
function gpsOf(exif: Uint8Array): ReadonlyMap<number, Entry> {
  const text = (bytes: Uint8Array, length: number) => String.fromCharCode(...bytes.subarray(0, length));
  const tiff = exif.subarray(text(exif, 4) === 'Exif' ? 6 : 0);
  const order = text(tiff, 2);
  if (order !== 'II' && order !== 'MM') return new Map();
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const isLittle = order === 'II';
  try {
    const main = directoryAt(view, view.getUint32(4, isLittle), isLittle);
    const at = main.get(GPS_DIRECTORY)?.numbers[0];
    return at === undefined ? new Map() : directoryAt(view, at, isLittle);
  } catch (error) {
    if (error instanceof RangeError) return new Map();
    throw error;
  }
}

/** @throws {RangeError} When it leads out of the block. */
function directoryAt(view: DataView, at: number, isLittle: boolean): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  const count = Math.min(view.getUint16(at, isLittle), ENTRIES_MAX);
  for (let index = 0; index < count; index++) {
    const entry = at + 2 + index * 12;
    const type = view.getUint16(entry + 2, isLittle);
    const size = TYPE_BYTES[type];
    if (size === undefined) continue;
    const values = Math.min(view.getUint32(entry + 4, isLittle), VALUES_MAX);
    const from = size * view.getUint32(entry + 4, isLittle) > 4 ? view.getUint32(entry + 8, isLittle) : entry + 8;
    const numbers = Array.from({ length: values }, (_, value) => numberAt(view, from + value * size, type, isLittle));
    entries.set(view.getUint16(entry, isLittle), {
      numbers,
      text: type === ASCII ? String.fromCharCode(...numbers).replace(/\0.*$/s, '') : '',
    });
  }
  return entries;
}

function numberAt(view: DataView, at: number, type: number, isLittle: boolean): number {
  if (type === RATIONAL) return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
  if (type === LONG) return view.getUint32(at, isLittle);
  return type === SHORT ? view.getUint16(at, isLittle) : view.getUint8(at);
}

type Pair = readonly [number, number];

function positionOf([latitude, longitude]: Pair, [north, east]: Pair, gps: ReadonlyMap<number, Entry>): GeoPosition {
  const height = finite(gps.get(ALTITUDE)?.numbers[0]);
  const isBelow = BELOW_SEA.includes(gps.get(ALTITUDE_REF)?.numbers[0] ?? 0);
  return {
    latitude: north * latitude,
    longitude: east * longitude,
    altitude: height !== undefined && isBelow ? -height : height,
  };
}

/** How an altitude says that it is below the sea: below its surface, or below the ellipsoid (Exif 3.0). */
const BELOW_SEA: readonly number[] = [1, 3];

/** Degrees from the equator and from Greenwich, without their direction; none of a camera that had no fix. */
function degreesIn(gps: ReadonlyMap<number, Entry>): Pair | undefined {
  const [latitude, longitude] = [degreesOf(gps.get(LATITUDE)), degreesOf(gps.get(LONGITUDE))];
  // Without a fix they are zeros, or fractions of nothing.
  const isFix = latitude <= 90 && longitude <= 180 && (latitude !== 0 || longitude !== 0);
  return isFix ? [latitude, longitude] : undefined;
}

/** 1 for north and for east, −1 for south and for west. */
function hemisphereIn(gps: ReadonlyMap<number, Entry>): Pair | undefined {
  const north = signOf(gps.get(LATITUDE_REF), 'N', 'S');
  const east = signOf(gps.get(LONGITUDE_REF), 'E', 'W');
  return north === undefined || east === undefined ? undefined : [north, east];
}

function signOf(entry: Entry | undefined, positive: string, negative: string): number | undefined {
  const letter = entry?.text.trim().charAt(0).toUpperCase();
  return letter === positive ? 1 : letter === negative ? -1 : undefined;
}

/** Degrees, minutes and seconds as one number; none for what is not there. */
function degreesOf(entry: Entry | undefined): number {
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = entry?.numbers ?? [];
  return degrees + minutes / 60 + seconds / 3600;
}
