import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, PATIENCE_MS, softwareWebGl } from '../browser.ts';
import { projected, type Triple } from '../explorer/geometry.ts';
import { judge } from '../pages/judge.ts';
import { useChromium } from '../use-demo-service.ts';
import { placeOf } from './color-in-picture.ts';
import { type ElementHost, elementHost, type OpenedPage, settled } from './element-host.ts';
import {
  drawn,
  eyes,
  handTowards,
  pictureOf,
  pull,
  quaternionOf,
  seenThrough,
  type Turned,
  turn,
  withHeadset,
} from './headset.ts';
import { bundleOf, type Stand, sideColors } from './unusual-tours.ts';

/** How far something may be from where it belongs. */
const NEAR_PX = 3;
/** How far apart two directions may be that are one, in radians. */
const NEAR = 0.002;
const VIEWPORT = { width: 1400, height: 900 };
const EYE = { width: VIEWPORT.width / 2, height: VIEWPORT.height };
/** A square in the picture of the front, by its middle and half of its edge; the side reaches from −1 to 1. */
const SQUARE = { right: -0.4375, up: -0.234375, half: 0.0625, color: [255, 0, 255] } as const;
const SQUARE_AT: Triple = [SQUARE.right, SQUARE.up, -1];
const WHITE = [255, 255, 255];

const stands: readonly Stand[] = [{ at: [0, 1.6, 0] }, { at: [-1.6, 1.6, -3.5] }];
/** From the first viewpoint to where one stands at the second. */
const RING_AT: Triple = [-1.6, -1.6, -3.5];
const LAMP_AT: Triple = [-1, 0.5, -2.5];
/** Words of the code that shows a session. */
const SHADER = 'uniform mat3 into';

describe.skipIf(!hasChromium)(
  `a tour in a headset${hasChromium ? '' : ' (SKIPPED: no Chromium)'}`,
  { tags: ['slow', 'long'], timeout: PATIENCE_MS },
  () => {
    let host: ElementHost;
    const chromium = useChromium(softwareWebGl);
    beforeAll(async () => {
      host = await elementHost();
      const lamp = { at: [LAMP_AT[0], LAMP_AT[1] + 1.6, LAMP_AT[2]] as const, title: 'A lamp' };
      for (const [name, tags] of [
        ['bare', []],
        ['house', [lamp]],
      ] as const) {
        for (const [path, bytes] of await bundleOf({ stands, tags })) host.files.set(`/${name}/${path}`, bytes);
        for (const [side, color] of Object.entries(sideColors))
          host.files.set(`/${name}/assets/pictures/${side}.png`, await plainSide(color, side === 'front'));
      }
    }, PATIENCE_MS);
    afterAll(() => host?.close());

    const inTour = <Value>(page: Page, script: string) =>
      page.evaluate<Value>(`(() => { const tour = document.getElementById('tour'); return ${script}; })()`);
    const poseOf = (page: Page) => inTour<{ yaw: number; pitch: number; fov: number }>(page, '({ ...tour.pose })');
    const vrChanges = async ({ told }: OpenedPage) => (await told('vrchange')).map(({ isInVr }) => isInVr);
    const hasSession = (page: Page) => page.evaluate<boolean>('headset.activeSession !== undefined');
    async function open(bundle: string, browser = withHeadset(chromium), options: Options = {}): Promise<OpenedPage> {
      host.body = `<openhouse-tour id="tour" bundle="${bundle}"></openhouse-tour>`;
      const opened = await host.open(browser, { viewport: VIEWPORT, ...options });
      await settled(opened.page);
      return opened;
    }
    const button = (page: Page, name = 'View in VR') => page.getByRole('button', { name });
    /** @returns Where in the world the headset's −z lies from now on. */
    async function enter(
      opened: OpenedPage,
      looking = { yaw: -0.2, pitch: 0.1 },
      head: Turned = { yaw: 0.4, pitch: 0 },
    ) {
      const { page } = opened;
      await inTour(page, `tour.lookAt(${JSON.stringify(looking)})`);
      const { x, y, z, w } = quaternionOf(head);
      await page.evaluate(`headset.quaternion.set(${x}, ${y}, ${z}, ${w})`);
      await button(page).click();
      await expect.poll(async () => (await vrChanges(opened)).at(-1)).toBe(true);
      await drawn(page);
      return looking.yaw - head.yaw;
    }

    test('each eye sees pictures and ways where they are, whichever way the head is turned', async () => {
      const opened = await open('bare');
      const { page, complaints } = opened;
      const heading = await enter(opened);
      for (const head of [
        { yaw: 0.4, pitch: 0 },
        { yaw: 0.1, pitch: -0.3, roll: 0.25 },
        { yaw: -0.1, pitch: 0.25, roll: -0.2 },
      ]) {
        await turn(page, 'headset', head);
        for (const place of ['0, 1.6, 0', '0.3, 1.1, -0.4']) {
          // Wherever the head is, the picture was taken from the camera.
          await page.evaluate(`headset.position.set(${place})`);
          await drawn(page);
          for (const eye of eyes) {
            const picture = await pictureOf(page, eye);
            for (const [color, direction] of [
              [SQUARE.color, SQUARE_AT],
              [WHITE, RING_AT],
            ] as const) {
              const truth = seenThrough(eye, head, heading, EYE, direction);
              const { x, y, count } = await placeOf(picture, color);
              expect(count, `${eye} ${color}`).toBeGreaterThan(20);
              expect(Math.hypot(x - truth.x, y - truth.y), `${eye} ${color}`).toBeLessThan(NEAR_PX);
            }
          }
        }
        const { yaw, pitch } = await poseOf(page);
        expect([yaw, pitch].map((angle) => angle.toFixed(2))).toEqual(
          [head.yaw + heading, head.pitch].map((angle) => angle.toFixed(2)),
        );
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test('a hand picks a tag and walks; the page goes on where the head looked last', async () => {
      const opened = await open('house');
      const { page, told, complaints } = opened;
      const heading = await enter(opened);
      await page.evaluate('headset.controllers.right.connected = true');
      const paper = async () => (await placeOf(await pictureOf(page, 'left'), WHITE)).count;
      await turn(page, 'headset.controllers.right', { yaw: 2, pitch: 0 });
      const before = await paper();
      await pull(page);
      expect([await told('tagselect'), (await told('viewpointchange')).length]).toEqual([[], 1]);

      await turn(page, 'headset.controllers.right', handTowards(LAMP_AT, heading));
      // Its name is written on paper.
      expect(await paper()).toBeGreaterThan(before + 500);
      await pull(page);
      expect(await told('tagselect')).toMatchObject([{ name: 'A lamp' }]);

      await turn(page, 'headset.controllers.right', handTowards(RING_AT, heading));
      await pull(page);
      await expect.poll(() => told('viewpointchange')).toMatchObject([{ index: 0 }, { index: 1 }]);
      await settled(page);
      const head = { yaw: 0.25, pitch: -0.2 };
      await turn(page, 'headset', head);

      await button(page, 'Leave VR').press('Enter');
      await expect.poll(() => vrChanges(opened)).toEqual([true, false]);
      expect(await hasSession(page)).toBe(false);
      await settled(page);
      const pose = await poseOf(page);
      expect(Math.abs(pose.yaw - head.yaw - heading)).toBeLessThan(NEAR);
      expect(Math.abs(pose.pitch - head.pitch)).toBeLessThan(NEAR);
      expect(await inTour(page, 'tour.viewpoint')).toBe(1);
      const view = page.locator('#tour .oh-window');
      const size = await view.boundingBox();
      const { x, y } = await placeOf(await view.screenshot(), SQUARE.color);
      const truth = projected([0, 0, 0], { ...pose, index: 1 }, size ?? EYE, SQUARE_AT);
      expect(Math.hypot(x - (truth?.x ?? 0), y - (truth?.y ?? 0))).toBeLessThan(NEAR_PX);
      await expect.poll(async () => (await told('statechange')).at(-1)?.state).toMatch(/at=1&look=-20.05,-11.46,/);
      await inTour(page, 'tour.lookAt({ yaw: Math.PI - 0.4 })');
      await page.locator('#tour [data-look=rings] .oh-anchor').waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test('a bare hand that pinches walks as well', async () => {
      const opened = await open('bare');
      const { page, told } = opened;
      const heading = await enter(opened);
      await page.evaluate("headset.primaryInputMode = 'hand'");
      await turn(page, 'headset.hands.right', handTowards(RING_AT, heading));
      for (const value of [1, 0]) {
        await page.evaluate(`headset.hands.right.updatePinchValue(${value})`);
        await drawn(page);
      }
      await expect.poll(() => told('viewpointchange')).toMatchObject([{ index: 0 }, { index: 1 }]);
      await page.context().close();
    });

    test('the session is let go by Escape, the headset, the page, another view, a lost context and an element that is taken out', async () => {
      const opened = await open('bare');
      const { page, complaints } = opened;
      const ways = {
        escape: () => page.keyboard.press('Escape'),
        headset: () => page.evaluate('headset.activeSession.end()'),
        page: () => inTour(page, 'tour.leaveVr()'),
        command: () => inTour(page, "tour.steer('vr')"),
        view: () => inTour(page, "tour.setMode('plan')"),
      };
      for (const [way, go] of Object.entries(ways)) {
        await enter(opened);
        expect([way, await inTour(page, 'tour.isInVr'), await inTour(page, 'tour.mode')]).toEqual([
          way,
          true,
          'panorama',
        ]);
        await go();
        await expect.poll(async () => (await vrChanges(opened)).at(-1), { message: way }).toBe(false);
        expect(await hasSession(page)).toBe(false);
      }
      // Without a context the emulator complains of itself.
      expect(complaints).toEqual([]);
      await enter(opened);
      await page.evaluate(
        "window.context = headset.appCanvas.getContext('webgl2').getExtension('WEBGL_lose_context'); context.loseContext()",
      );
      await expect.poll(() => hasSession(page)).toBe(false);
      await page.evaluate('context.restoreContext()');
      const front = async () =>
        (await placeOf(await page.locator('#tour .oh-window').screenshot(), sideColors.front)).count;
      await expect.poll(front).toBeGreaterThan(1000);
      await enter(opened);
      await inTour(page, 'tour.remove()');
      await expect.poll(() => hasSession(page)).toBe(false);
      await page.context().close();
    });

    test.each([
      [
        'is refused',
        "XRSystem.prototype.requestSession = () => Promise.reject(new DOMException('No.', 'NotAllowedError'))",
      ],
      [
        'has a graphics card of its own',
        "Object.defineProperty(WebGL2RenderingContext.prototype, 'makeXRCompatible', { value: () => Promise.reject(new DOMException('No.', 'InvalidStateError')) })",
      ],
      ['takes no pictures', "window.XRWebGLLayer = function () { throw new DOMException('No.', 'OperationError'); }"],
      ['has no reference space', "XRSession.prototype.requestReferenceSpace = () => Promise.reject(new Error('No.'))"],
    ])('a headset that %s: a sentence, and the page goes on', async (_, script) => {
      const opened = await open('bare');
      const { page, told, complaints } = opened;
      await page.evaluate(script);
      await button(page).click();
      await page.getByText('The headset could not be used. The tour continues here.').waitFor();
      expect(await told('error')).toMatchObject([{ what: 'vr', message: expect.stringMatching(/No\./) }]);
      expect([await hasSession(page), await vrChanges(opened)]).toEqual([false, []]);
      expect(await judge(page)).toEqual([]);
      await page.locator('#tour .oh-window').press('ArrowRight');
      await expect.poll(async () => (await told('statechange')).length).toBe(1);
      const picture = await page.locator('#tour .oh-window').screenshot();
      expect((await placeOf(picture, sideColors.front)).count).toBeGreaterThan(1000);
      await page.getByRole('button', { name: 'Walk to viewpoint 1' }).last().press('Enter');
      await page.getByText('The headset could not be used').waitFor({ state: 'hidden' });
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test('code that does not arrive: the session is let go', async () => {
      const opened = await open('bare');
      const { page, told } = opened;
      await page.route('**/code/*.js', (route) => route.abort());
      await button(page).click();
      await page.getByText('The headset could not be used. The tour continues here.').waitFor();
      expect(await hasSession(page)).toBe(false);
      expect(await told('error')).toMatchObject([{ what: 'vr' }]);
      await page.context().close();
    });

    test('without a headset there is no button, and no code; one that is plugged in is offered', async () => {
      const without = await open('bare', chromium);
      expect(await button(without.page).count()).toBe(0);
      await without.page.context().close();

      const opened = await open('bare', withHeadset(chromium, ['inline']));
      const { page, scripts } = opened;
      const texts = () =>
        Promise.all(scripts.map((address) => page.request.get(address).then((answer) => answer.text())));
      expect(await button(page).count()).toBe(0);
      await page.evaluate("headset.modes.push('immersive-vr'); navigator.xr.dispatchEvent(new Event('devicechange'))");
      await button(page).waitFor();
      expect((await texts()).filter((text) => text.includes(SHADER))).toEqual([]);
      await enter(opened);
      expect((await texts()).filter((text) => text.includes(SHADER))).toHaveLength(1);
      await page.context().close();
    });

    test.each([
      ['en', 'light', 1280, 'View in VR'],
      ['zh', 'dark', 390, '用 VR 观看'],
    ] as const)('the button in %s, %s, %d wide', async (lang, colorScheme, width, name) => {
      host.about = `lang="${lang}"`;
      host.files.set('/style.css', `html { color-scheme: ${colorScheme}; } openhouse-tour { height: 600px; }`);
      const { page } = await open('house', withHeadset(chromium), { viewport: { width, height: 700 } });
      host.about = 'lang="en"';
      host.files.delete('/style.css');
      await button(page, name).waitFor();
      expect(await judge(page)).toEqual([]);
      await page.context().close();
    });

    test('from the doll’s house it leads to where one stands', async () => {
      const opened = await open('bare');
      const { page, told } = opened;
      await inTour(page, "tour.setMode('plan')");
      await button(page).click();
      await expect.poll(() => vrChanges(opened)).toEqual([true]);
      expect((await told('modechange')).map(({ mode }) => mode)).toEqual(['plan', 'panorama']);
      await page.context().close();
    });
  },
);

type Options = Parameters<Browser['newContext']>[0];

async function plainSide([red, green, blue]: readonly [number, number, number], hasSquare: boolean): Promise<Buffer> {
  const edge = 256;
  const across = Math.round(SQUARE.half * edge);
  const square = {
    create: { width: across, height: across, channels: 3, background: { r: 255, g: 0, b: 255 } },
  } as const;
  const left = Math.round(((SQUARE.right + 1) / 2) * edge - across / 2);
  const top = Math.round(((1 - SQUARE.up) / 2) * edge - across / 2);
  return sharp({ create: { width: edge, height: edge, channels: 3, background: { r: red, g: green, b: blue } } })
    .composite(hasSquare ? [{ input: square, left, top }] : [])
    .png()
    .toBuffer();
}
