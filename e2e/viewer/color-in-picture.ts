import sharp from 'sharp';

/** How many pixels have a colour, and where their middle is. */
export async function placeOf(picture: Buffer, color: readonly number[]) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [count, x, y] = [0, 0, 0];
  for (let at = 0; at < info.width * info.height; at++) {
    if (color.some((value, channel) => Math.abs(value - (data[at * 3 + channel] ?? 0)) > 8)) continue;
    [count, x, y] = [count + 1, x + (at % info.width), y + Math.floor(at / info.width)];
  }
  return { count, x: x / count, y: y / count };
}
