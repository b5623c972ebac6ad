import type { IncomingMessage } from 'node:http';

/** Every value of a header as it was sent; Node's `headers` keeps the first of some and joins others. */
export function sentValues({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  return rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
