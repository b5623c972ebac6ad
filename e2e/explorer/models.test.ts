import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { root } from '../service.ts';
import { useChromium } from '../use-demo-service.ts';
import { cubeModel } from './cube-model.ts';
import { oddModels } from './odd-models.ts';

/** The doll's house alone, in a page of its own. */
const program = `
  import { Box3, Vector3 } from 'three';
  import { loadModel } from './load-model.ts';
  import { openModelStage } from './open-model-stage.ts';
  window.show = async (address) => {
    const container = document.querySelector('main');
    const stage = openModelStage({ container, places: [], links: [], onMove() {} });
    const model = await loadModel([address], new AbortController().signal);
    stage.add(model);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const cut = new Box3().setFromArray(model.triangles).translate(new Vector3(...model.origin));
    const { min, max } = new Box3().setFromObject(model.scene, true);
    return { cut: [...cut.min, ...cut.max], drawn: [...min, ...max] };
  };`;
const BACKGROUND = [255, 0, 255] as const;
const page = `<!doctype html><style>
    html, body, main { height: 100%; margin: 0; overflow: hidden; background: rgb(${BACKGROUND}); }
  </style><main></main><script type="module" src="/program.js"></script>`;

/** A pixel is the model's when a channel differs from the background's by more than antialiasing leaves. */
const DIFFERS = 12;
/** A luminance, of 255, that people call black. */
const NEAR_BLACK = 16;

const demo = (tour: string, model: string) => join(root, 'demo/tours', `demo-${tour}`, 'assets/model', model);

describe.skipIf(!hasChromium)(
  `the doll's house of any model${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    const models = new Map<string, Buffer | string>();
    let server: Server;
    const chromium = useChromium(softwareWebGl);
    let origin = '';

    beforeAll(async () => {
      const built = await build({
        stdin: { contents: program, resolveDir: join(root, 'packages/viewer/src/model') },
        bundle: true,
        format: 'esm',
        write: false,
      });
      const script = built.outputFiles[0]?.text ?? '';
      server = createServer((request, response) => {
        const path = request.url ?? '/';
        const type = path === '/' ? 'text/html' : path.endsWith('.js') ? 'text/javascript' : 'model/gltf-binary';
        response.writeHead(200, { 'content-type': type });
        response.end(path === '/' ? page : path === '/program.js' ? script : models.get(path));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }, PATIENCE_MS);
    afterAll(async () => {
      server?.close();
    });

    test.each([
      ['studio, lit', () => readFile(demo('studio', 'studio.glb'))],
      ['cube without a material', () => cubeModel({ material: undefined })],
      ['loft, unlit, with baked colours', () => readFile(demo('loft', 'loft.glb'))],
      ['garden, lit', () => readFile(demo('garden', 'terrace.glb'))],
      ['cube without normals', () => cubeModel({})],
      ['cube of metal, as glTF has it where nothing is said', () => cubeModel({ material: {} })],
      ['cube with a lamp of its own', () => cubeModel({ lampCandela: 50_000 })],
      ['ring of a few millimetres', () => cubeModel({ edgeM: 0.004 })],
      ['town of kilometres', () => cubeModel({ edgeM: 6000 })],
      ['cube far away from the origin', () => cubeModel({ at: [3000, -40, 1200] })],
      ['cube whose axes a node turns', () => cubeModel({ rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] })],
    ] as const)('%s: it is seen, whole and neither black nor glaring', async (name, read) => {
      await isSeenWhole(name, read);
    });

    test.each(Object.entries(oddModels))(
      '%s: it is seen, whole, and its plan is cut where it is',
      async (name, read) => {
        const { cut, drawn } = await isSeenWhole(name, read);
        cut.forEach((value, at) => {
          expect(Math.abs(value - (drawn[at] ?? Number.NaN)), `${cut} of ${drawn}`).toBeLessThan(0.001);
        });
      },
    );

    /** @returns Two corners that all triangles are between, and that all that is drawn is. */
    async function isSeenWhole(name: string, read: () => Promise<Buffer> | string) {
      models.set('/model.glb', await read());
      const seen = await chromium.newPage({ viewport: { width: 480, height: 360 } });
      await seen.goto(origin);
      const places = await seen.evaluate<Record<'cut' | 'drawn', number[]>>("window.show('/model.glb')");
      const facts = await factsOf(seen);
      await seen.close();
      expect(facts.share, name).toBeGreaterThan(0.12);
      expect(facts.atEdge).toBe(0);
      expect(facts.mean).toBeGreaterThan(60);
      expect(facts.mean).toBeLessThan(240);
      expect(facts.nearBlack).toBeLessThan(0.08);
      return places;
    }
  },
);

/** What a picture shows of the model: its share, how many pixels of the frame's edge it covers, and how bright it is. */
async function factsOf(seen: Page) {
  const { data, info } = await sharp(await seen.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [luminances, atEdge]: [number[], number[]] = [[], []];
  for (let at = 0; at < info.width * info.height; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 3, at * 3 + 3);
    if ([red, green, blue].every((value, channel) => Math.abs(value - (BACKGROUND[channel] ?? 0)) <= DIFFERS)) continue;
    luminances.push(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const [column, row] = [at % info.width, Math.floor(at / info.width)];
    if (column === 0 || row === 0 || column === info.width - 1 || row === info.height - 1) atEdge.push(at);
  }
  return {
    share: luminances.length / (info.width * info.height),
    atEdge: atEdge.length,
    mean: luminances.reduce((sum, value) => sum + value, 0) / luminances.length,
    nearBlack: luminances.filter((value) => value < NEAR_BLACK).length / luminances.length,
  };
}
