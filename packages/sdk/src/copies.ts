/** An answer that was kept. */
export interface Copy {
  /** Version that the gateway gave it. */
  readonly etag: string;
  /** The envelope, byte for byte. */
  readonly text: string;
}

/**
 * Where answers are kept between calls and runs, such as files or a table of yours. The gateway compares the version of a copy
 * with the content, so one place may serve several apps.
 */
export interface Copies {
  /** The copy of a read. @param address Address of the call, with its query. */
  get(address: string): Copy | undefined | Promise<Copy | undefined>;
  /** Told of each answer that is new or has changed, before the call resolves. */
  set(address: string, copy: Copy): void | Promise<void>;
}

/** What the caller's place for copies answers; nothing where it fails, which is no reason to fail the call. */
export async function orNothing<T>(ask: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

/** The copy if it can stand for an answer: otherwise the whole answer is asked for. */
export const usableCopy = (copies: Copies, address: string): Promise<Copy | undefined> =>
  orNothing(async () => {
    const copy = await copies.get(address);
    return copy && /^(W\/)?"[!#-~]*"$/.test(copy.etag) && JSON.parse(copy.text).code === 0 ? copy : undefined;
  });
