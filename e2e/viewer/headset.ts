import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Triple, times, turnedByPitch, turnedByYaw } from '../explorer/geometry.ts';
import { root } from '../service.ts';

/** Which way a head or a hand is turned, in radians: to the right, up, and tilted to the left. */
export interface Turned {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll?: number;
}

/** Lenses: each eye looks this far to its own side, and sees so far (tangents) to its own side, to the nose, up and down. */
const LENS = { outwards: 0.09, own: 1.15, nose: 0.85, up: 0.9, down: 1.05 } as const;
export const eyes = ['left', 'right'] as const;
export type EyeName = (typeof eyes)[number];

interface Quaternion {
  readonly w: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

function product(a: Quaternion, b: Quaternion): Quaternion {
  return {
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
  };
}

/** As WebXR tells it. */
export function quaternionOf({ yaw, pitch, roll = 0 }: Turned): Quaternion {
  const about = (axis: 'x' | 'y' | 'z', angle: number): Quaternion => ({
    ...{ x: 0, y: 0, z: 0, w: Math.cos(angle / 2) },
    [axis]: Math.sin(angle / 2),
  });
  return product(product(about('y', -yaw), about('x', pitch)), about('z', roll));
}

const outwards = (eye: EyeName) => (eye === 'left' ? -LENS.outwards : LENS.outwards);

/** @returns The tangents of an eye's sight: to the left, right, up and down. */
function sightOf(eye: EyeName) {
  const [left, right] = eye === 'left' ? [LENS.own, LENS.nose] : [LENS.nose, LENS.own];
  return { left, right, up: LENS.up, down: LENS.down };
}

function projectionOf(eye: EyeName): readonly number[] {
  const { left, right, up, down } = sightOf(eye);
  const [wide, high, near, far] = [left + right, up + down, 0.1, 1000];
  const beside = [(right - left) / wide, (up - down) / high];
  return [
    2 / wide,
    0,
    0,
    0,
    0,
    2 / high,
    0,
    0,
    ...beside,
    (far + near) / (near - far),
    -1,
    0,
    0,
    (2 * far * near) / (near - far),
    0,
  ];
}

/**
 * An emulated headset in place of the browser's own, with lenses as real ones have: turned outwards, and seeing further to their own side.
 * Its space is where it was before the session, and like browsers it asks for a press. `window.headset` steers it.
 */
function emulation(modes: readonly string[]): string {
  const library = readFileSync(join(root, 'node_modules/iwer/build/iwer.min.js'), 'utf8');
  const lenses = Object.fromEntries(
    eyes.map((eye) => [eye, { projection: projectionOf(eye), turned: quaternionOf({ yaw: outwards(eye), pitch: 0 }) }]),
  );
  return `${library}
  {
    const supportedSessionModes = ${JSON.stringify(modes)};
    const headset = new IWER.XRDevice({ ...IWER.metaQuest2, supportedSessionModes }, { stereoEnabled: true });
    headset.installRuntime({ forceInstall: true });
    headset.modes = supportedSessionModes;
    window.headset = headset;
    const lenses = ${JSON.stringify(lenses)};
    const { getViewerPose } = XRFrame.prototype;
    XRFrame.prototype.getViewerPose = function (space) {
      const pose = getViewerPose.call(this, space);
      const through = ({ eye, transform: { position, orientation: { w, x, y, z } } }) => {
        const { projection, turned: t } = lenses[eye];
        const turned = {
          w: w * t.w - x * t.x - y * t.y - z * t.z,
          x: w * t.x + x * t.w + y * t.z - z * t.y,
          y: w * t.y - x * t.z + y * t.w + z * t.x,
          z: w * t.z + x * t.y - y * t.x + z * t.w,
        };
        return new XRView(eye, new Float32Array(projection), new XRRigidTransform(position, turned), this.session);
      };
      return { transform: pose.transform, views: pose.views.map(through) };
    };
    XRSession.prototype.requestReferenceSpace = (type) =>
      Promise.resolve(new XRReferenceSpace(type, headset[IWER.P_DEVICE].globalSpace));
    const { requestSession } = XRSystem.prototype;
    XRSystem.prototype.requestSession = function (...how) {
      if (!navigator.userActivation.isActive) return Promise.reject(new DOMException('Nothing was pressed.', 'SecurityError'));
      return requestSession.apply(this, how);
    };
    // Hands would draw over what is measured.
    for (const hand of ['left', 'right']) headset.controllers[hand].connected = false;
  }`;
}

/** @returns A browser whose pages have a headset. @param modes What it can show. */
export function withHeadset(
  chromium: Pick<Browser, 'newContext'>,
  modes: readonly string[] = ['inline', 'immersive-vr'],
): Pick<Browser, 'newContext'> {
  return {
    async newContext(options) {
      const context = await chromium.newContext(options);
      await context.addInitScript(emulation(modes));
      return context;
    },
  };
}

/**
 * Where a direction shows, from the frustum's tangents alone.
 * @param heading Where in the world the headset's −z lies.
 * @param size Of an eye's picture.
 * @returns Pixels from the eye's upper left corner.
 */
export function seenThrough(
  eye: EyeName,
  head: Turned,
  heading: number,
  size: { readonly width: number; readonly height: number },
  direction: Triple,
): { readonly x: number; readonly y: number } {
  const { yaw, pitch, roll = 0 } = head;
  const level = times(turnedByPitch(pitch), times(turnedByYaw(yaw + heading), direction));
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)];
  const tilted: Triple = [cos * level[0] + sin * level[1], cos * level[1] - sin * level[0], level[2]];
  const [x, y, z] = times(turnedByYaw(outwards(eye)), tilted);
  const { left, right, up, down } = sightOf(eye);
  return { x: ((x / -z + left) / (left + right)) * size.width, y: ((up - y / -z) / (up + down)) * size.height };
}

/** Turns a part of the headset, and waits until that shows. */
export async function turn(
  page: Page,
  part: 'headset' | 'headset.controllers.right' | 'headset.hands.right',
  to: Turned,
) {
  const { x, y, z, w } = quaternionOf(to);
  await page.evaluate(`${part}.quaternion.set(${x}, ${y}, ${z}, ${w})`);
  await drawn(page);
}

/** Where to turn a hand, so that it points in a direction of the world. */
export function handTowards(direction: Triple, heading: number): Turned {
  const [x, y, z] = times(turnedByYaw(heading), direction);
  return { yaw: Math.atan2(x, -z), pitch: Math.atan2(y, Math.hypot(x, z)) };
}

/** Presses and lets go. */
export async function pull(page: Page): Promise<void> {
  for (const value of [1, 0]) {
    await page.evaluate(`headset.controllers.right.updateButtonValue('trigger', ${value})`);
    await drawn(page);
  }
}

/** Two frames of the headset. */
export const drawn = (page: Page) =>
  page.evaluate(
    'new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(r))))',
  );

/** @returns What an eye sees. */
export async function pictureOf(page: Page, eye: EyeName): Promise<Buffer> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return page.screenshot({ clip: { x: eye === 'left' ? 0 : width / 2, y: 0, width: width / 2, height } });
}
