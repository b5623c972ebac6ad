/**
 * Loads a picture for WebGL.
 * @param priority Whether it comes before others.
 * @throws When it does not arrive, may not be read from here, or is ended by the signal.
 */
export async function loadPicture(
  address: string,
  signal: AbortSignal,
  priority: 'high' | 'auto' = 'auto',
): Promise<HTMLImageElement> {
  const image = new Image();
  // WebGL takes pictures of other origins only where those allow it.
  image.crossOrigin = 'anonymous';
  image.decoding = 'async';
  image.fetchPriority = priority;
  let cancel = () => {};
  // A browser may leave what waits for a picture that was taken away waiting.
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => {
      image.src = '';
      reject(signal.reason);
    };
  });
  signal.addEventListener('abort', cancel);
  image.src = address;
  try {
    await Promise.race([image.decode(), cancelled]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return image;
}
