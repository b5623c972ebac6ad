const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

/**
 * Replaces whole strings of a JSON document; every other byte stays, and so do the names of members.
 * @param json Minified JSON from a scan.
 * @param texts Old string → new string.
 * @returns The given buffer when nothing is replaced.
 */
export function withTexts(json: Buffer, texts: ReadonlyMap<string, string>): Buffer {
  const parts: Buffer[] = [];
  let kept = 0;
  for (let start = json.indexOf(QUOTE); start !== -1; ) {
    let end = start + 1;
    while (json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
    end += 1;
    const text = json[end] === COLON ? undefined : (JSON.parse(json.toString('utf8', start, end)) as string);
    const other = text === undefined ? undefined : texts.get(text);
    if (other !== undefined) {
      parts.push(json.subarray(kept, start), Buffer.from(JSON.stringify(other)));
      kept = end;
    }
    start = json.indexOf(QUOTE, end);
  }
  return parts.length === 0 ? json : Buffer.concat([...parts, json.subarray(kept)]);
}
