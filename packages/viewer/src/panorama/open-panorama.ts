import { panoramaCamera } from '../geometry/camera.ts';
import { SHARED_TOUCH } from '../share-scrolling.ts';
import { watchContext } from '../watch-context.ts';
import { watchSize } from '../watch-size.ts';
import { type CubeSide, cubeSides, drawSides, plainSide } from './drawn-faces.ts';
import { layCover } from './lay-cover.ts';
import { loadPreview } from './load-preview.ts';
import { loadSides } from './load-sides.ts';
import { after, type Motion, turned } from './motion.ts';
import { onDrag } from './on-drag.ts';
import { openSphere, release } from './open-sphere.ts';
import type { Arrival, PanoramaViewer, Pose, Scene } from './scene.ts';
import { sidesInView } from './sides-in-view.ts';

/** How long one picture takes to fade into the next, in milliseconds. */
const FADE_MS = 380;

interface Options {
  readonly container: HTMLElement;
  readonly start: Pose;
  /** What is shown first, where that is known. */
  readonly first?: Pick<Scene, 'faces' | 'preview' | 'rotation'>;
  /** Address of a picture that shows until the first scene does. */
  readonly cover?: string | undefined;
  /** True for people who want no motion. */
  readonly isStill: boolean;
  /** Told when the view turns, zooms or changes its size. */
  readonly onMove: () => void;
  /** Told when nothing can be drawn any more: the WebGL context was lost, and did not come back. */
  readonly onGone: () => void;
}

interface Request {
  readonly scene: Scene;
  readonly onSeen: () => void;
}

/**
 * Opens a view of panoramas. One is made a page and used for every viewpoint.
 * @throws Without WebGL 2.
 */
export function openPanorama({ container, start, first, cover, isStill, onMove, onGone }: Options): PanoramaViewer {
  const size = () => ({ width: container.clientWidth, height: container.clientHeight });
  let pose = turned(start, {});
  const inViewOf = ({ rotation }: Pick<Scene, 'rotation'>) =>
    sidesInView(panoramaCamera([0, 0, 0], pose, pose.fov, size()), rotation);
  // The pictures are on their way while the browser makes its WebGL context, which can take a fifth of a second. Whoever shows them
  // joins these requests, so they end with the view alone.
  const ahead = new AbortController();
  if (first?.preview !== undefined) void loadPreview(first.preview, ahead.signal);
  if (first?.faces !== undefined) {
    const inView = inViewOf(first);
    void loadSides(first.faces, (side) => inView.has(side), ahead.signal);
  }
  const canvas = document.createElement('canvas');
  const sphere = openSphere(canvas);
  Object.assign(canvas.style, { display: 'block', width: '100%', height: '100%', touchAction: SHARED_TOUCH });
  container.append(canvas);
  // A preview is smaller than the cover, and shows where one really is.
  const uncover = layCover(container, first?.preview === undefined ? cover : undefined);

  let motion: Motion | undefined;
  let fadesSinceMs: number | undefined;
  let frame = 0;
  /** What is asked for and does not show yet, or not all of it. */
  let pending: Request | undefined;
  let loading = new AbortController();
  let last: Scene | undefined;
  let isLent = false;

  /** How much of the pictures shows, while they fade in. */
  const shareAt = (nowMs: number) => {
    const share = fadesSinceMs === undefined ? 1 : Math.max(0, Math.min(1, (nowMs - fadesSinceMs) / FADE_MS));
    if (share === 1) fadesSinceMs = undefined;
    return share;
  };
  const render = (nowMs: number) => {
    frame = 0;
    if (motion !== undefined) {
      ({ pose, motion } = after(motion, pose, nowMs));
    }
    const { width, height } = size();
    if (width === 0 || height === 0) return;
    sphere.draw(panoramaCamera([0, 0, 0], pose, pose.fov, { width, height }), shareAt(nowMs));
    onMove();
    if (motion !== undefined || fadesSinceMs !== undefined) draw();
  };
  const draw = () => {
    if (!isLent) frame ||= requestAnimationFrame(render);
  };
  const turnTo = (to: Partial<Pose>) => {
    pose = turned(pose, to);
    draw();
  };
  /** Radians of a pixel in the middle of the picture. */
  const perPixel = () => (2 * Math.tan((pose.fov * Math.PI) / 360)) / Math.max(1, size().height);
  const stopDragging = onDrag(canvas, {
    grab: () => {
      motion = undefined;
    },
    drag: (right, down) => {
      const { yaw, pitch } = pose;
      turnTo({ yaw: yaw - right * perPixel(), pitch: pitch + down * perPixel() });
    },
    zoom: (factor) => turnTo({ fov: pose.fov / factor }),
    letGo: (right, down) => {
      if (isStill || isLent) return;
      motion = { kind: 'glide', yaw: -right * perPixel(), pitch: down * perPixel(), atMs: performance.now() };
      draw();
    },
  });
  const endSize = watchSize(container, draw);
  // What was drawn is gone after each frame, and paper gets no frame of its own.
  const onPrint = () => {
    if (!isLent) render(performance.now());
  };
  window.addEventListener('beforeprint', onPrint);
  const onRestored = () => {
    sphere.restore();
    // What has arrived of it was lost too.
    if (pending !== undefined) loading.abort();
    else if (last !== undefined) void show(last);
  };
  const stopWatching = watchContext(canvas, { onRestored, onGone });

  async function show(scene: Scene, onSeen = () => {}): Promise<Arrival | 'overtaken'> {
    const own = { scene, onSeen };
    pending = own;
    let arrival: Arrival | undefined;
    while (arrival === undefined) {
      loading.abort();
      loading = new AbortController();
      arrival = await take(own, loading.signal);
      if (pending !== own) return 'overtaken';
    }
    pending = undefined;
    return arrival;
  }
  /** @returns Undefined where it was ended before everything was there. */
  async function take({ scene, onSeen }: Request, ending: AbortSignal): Promise<Arrival | undefined> {
    const { faces = {}, preview, rotation } = scene;
    // In a headset more is in view, and something else in a moment.
    const inView: ReadonlySet<CubeSide> = isLent ? new Set(cubeSides) : inViewOf(scene);
    const begin = () => {
      fadesSinceMs = isStill || last === undefined ? undefined : performance.now();
      last = scene;
      draw();
      uncover();
      onSeen();
    };
    const coming = loadSides(faces, (side) => inView.has(side), ending);
    const small =
      preview === undefined
        ? undefined
        : await Promise.race([coming.then(() => undefined), loadPreview(preview, ending)]);
    try {
      if (ending.aborted) return undefined;
      if (small !== undefined) {
        sphere.show(small, rotation);
        begin();
      }
      const first = await coming;
      if (ending.aborted) return undefined;
      const isSeen = first.some((side) => side !== undefined);
      const early = first.map((side, at) => side ?? small?.[at] ?? plainSide());
      if (isSeen && small !== undefined) {
        sphere.complete(early, small);
        draw();
      } else if (isSeen) {
        sphere.show(early, rotation);
        begin();
      }
      const others = await loadSides(faces, (side) => !inView.has(side), ending);
      if (ending.aborted) return undefined;
      const arrived = [...first, ...others].filter((side) => side !== undefined).length;
      const sides = early.map((side, at) => others[at] ?? side);
      if (isSeen || small !== undefined) {
        sphere.complete(sides, early);
        draw();
      } else {
        // An empty room is drawn in the world's axes.
        if (arrived === 0) {
          const drawn = drawSides(scene.position, scene.floorHeight);
          sphere.show(drawn, undefined);
          drawn.forEach(release);
        } else sphere.show(sides, rotation);
        begin();
      }
      if (arrived === 0) return small === undefined ? 'drawn' : 'partly';
      return arrived === Object.keys(faces).length ? 'pictures' : 'partly';
    } finally {
      small?.forEach(release);
    }
  }

  return {
    show,
    pose: () => pose,
    size,
    turn(to, atOnce) {
      if (isLent) return;
      motion = undefined;
      if (isStill || atOnce) turnTo(to);
      else motion = { kind: 'turn', from: pose, to: turned(pose, to), sinceMs: performance.now() };
      draw();
    },
    resize: draw,
    lend() {
      isLent = true;
      motion = undefined;
      cancelAnimationFrame(frame);
      frame = 0;
      return {
        canvas,
        gl: sphere.gl,
        draw: (look, nowMs) => sphere.drawLook(look, shareAt(nowMs)),
        turn: (to) => {
          pose = turned(pose, to);
        },
        giveBack() {
          isLent = false;
          draw();
        },
      };
    },
    destroy() {
      pending = undefined;
      ahead.abort();
      loading.abort();
      cancelAnimationFrame(frame);
      endSize();
      window.removeEventListener('beforeprint', onPrint);
      stopDragging();
      stopWatching();
      sphere.destroy();
      uncover();
      canvas.remove();
    },
  };
}
