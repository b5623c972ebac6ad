/** @param lines Header lines, `Name: value\r\n` each, no name twice. @returns The headers for Node's `writeHead`. */
export function headersOf(lines: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(': ');
    if (colon !== -1) headers[line.slice(0, colon)] = line.slice(colon + 2);
  }
  return headers;
}
