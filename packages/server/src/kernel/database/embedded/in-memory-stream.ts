import { Duplex } from 'node:stream';

/** One end of a connection inside the process; has the few methods of a socket that `pg` calls. */
class InMemoryStream extends Duplex {
  peer: InMemoryStream | undefined;
  #resume: (() => void) | undefined;

  override _read(): void {
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.peer?.deliver(chunk, done);
  }

  override _final(done: () => void): void {
    this.peer?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { peer } = this;
    // If one end is destroyed, the other must not wait for it.
    if (!(this.readableEnded && this.writableFinished)) setImmediate(() => peer?.destroy());
    done(error);
  }

  /** Receives what the peer wrote; `done` is called when there is room for more. */
  deliver(chunk: Buffer, done: () => void): void {
    if (this.push(chunk)) done();
    else this.#resume = done;
  }

  connect(): this {
    setImmediate(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** @returns The two ends of one connection. */
export function inMemoryStreams(): [InMemoryStream, InMemoryStream] {
  const options = { allowHalfOpen: false };
  const [near, far] = [new InMemoryStream(options), new InMemoryStream(options)];
  near.peer = far;
  far.peer = near;
  return [near, far];
}
