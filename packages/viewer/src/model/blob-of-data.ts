/**
 * A file that an address carries in itself, as glTF of one file has its buffers and pictures. A policy that lets blobs in
 * refuses such addresses.
 * @returns An address of a blob, to be asked for at once; undefined for any other address.
 */
export function blobOfData(address: string): string | undefined {
  const [, type = '', base64, content = ''] = /^data:([^,]*?)(;base64)?,(.*)$/is.exec(address) ?? [];
  if (content === '') return undefined;
  const text = decodeURIComponent(content);
  const bytes = base64 === undefined ? text : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const blob = URL.createObjectURL(new Blob([bytes], { type }));
  // A request that has begun keeps what it is for.
  setTimeout(() => URL.revokeObjectURL(blob));
  return blob;
}
