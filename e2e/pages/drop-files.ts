import type { Page } from 'playwright-core';

export interface DroppedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Drops files onto a page as a mouse does. */
export async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  await page.evaluate(`(() => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of ${JSON.stringify(sent)}) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    }
    for (const type of ['dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  })()`);
}

/** Drops files and folders of this machine's disk onto a page. */
export async function dropPaths(page: Page, paths: readonly string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await devtools.detach();
}
