/// <reference types="webxr" />
import type { Axes } from '../geometry/camera.ts';
import { directionTo } from '../geometry/direction.ts';
import { minus, type Vector } from '../geometry/vector.ts';
import type { PanoramaViewer } from '../panorama/scene.ts';
import type { Tour } from '../tour/tour.ts';
import { targetDrawer } from './draw-targets.ts';
import { facing, lookThrough, placeOf, type Turn, turnBy } from './eye.ts';
import { pointedAt, type SeenFrom, type Target, targetsOf } from './targets.ts';

interface VrOptions {
  /** Immersive, and not yet ended. */
  readonly session: XRSession;
  readonly viewer: PanoramaViewer;
  readonly tour: Tour;
  /** The targets to point at; the same object while they do not change, undefined before the first pictures have loaded. */
  readonly seen: () => SeenFrom | undefined;
  /** Somebody picked a thing, by its key. */
  readonly onPick: (key: string) => void;
}

/** A hand or an eye that points. */
interface Pointer {
  readonly axes: Axes;
  /** In the headset's space; undefined for an eye. */
  readonly hand: Vector | undefined;
}

/**
 * Shows a panorama in a headset until the session ends.
 * @throws Where the browser cannot draw for the headset: the session is for the caller to end.
 */
export async function openVr({ session, viewer, tour, seen, onPick }: VrOptions): Promise<void> {
  const lent = viewer.lend();
  const { gl, canvas } = lent;
  const ending = new AbortController();
  const { signal } = ending;
  const giveBack = () => {
    ending.abort();
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    lent.giveBack();
  };
  // Before anybody is told, who may turn the view on the page.
  session.addEventListener('end', giveBack, { capture: true });
  // On a computer with two graphics cards this moves the context to the headset's: it is lost, and comes back.
  await gl.makeXRCompatible();
  const space = await session.requestReferenceSpace('local');
  const layer = new XRWebGLLayer(session, gl, { depth: false });
  const drawer = targetDrawer(gl, canvas, tour);
  signal.addEventListener('abort', drawer.close);
  canvas.addEventListener('webglcontextlost', () => session.end().catch(() => undefined), { signal });

  let turn: Turn | undefined;
  let last: SeenFrom | undefined;
  let targets: readonly Target[] = [];
  const pointerOf = ({ targetRaySpace, targetRayMode }: XRInputSource, frame: XRFrame): Pointer | undefined => {
    const transform = frame.getPose(targetRaySpace, space)?.transform;
    if (transform === undefined || turn === undefined) return undefined;
    return {
      axes: facing(transform, turn),
      hand: targetRayMode === 'tracked-pointer' ? placeOf(transform) : undefined,
    };
  };
  const onFrame = (nowMs: number, frame: XRFrame) => {
    session.requestAnimationFrame(onFrame);
    const pose = frame.getViewerPose(space);
    // The headset has lost where it is.
    if (!pose) return;
    // The view in the headset starts in the direction of the view on the page.
    turn ??= turnBy(viewer.pose().yaw - gazeOf(facing(pose.transform, (direction) => direction)).yaw);
    const toWorld = turn;
    lent.turn(gazeOf(facing(pose.transform, toWorld)));
    const now = seen();
    if (now !== last) targets = now === undefined ? [] : targetsOf(now);
    last = now;
    const pointers = Array.from(session.inputSources).flatMap((source) => pointerOf(source, frame) ?? []);
    const pointed = new Set(pointers.map(({ axes }) => pointedAt(targets, axes.forward)));
    gl.bindFramebuffer(gl.FRAMEBUFFER, layer.framebuffer);
    for (const view of pose.views) {
      const viewport = layer.getViewport(view);
      if (!viewport) continue;
      const { transform, projectionMatrix } = view;
      const eye = facing(transform, toWorld);
      gl.viewport(viewport.x, viewport.y, viewport.width, viewport.height);
      // Pictures, and what lies on them, are as far away as the sky: where in the room the eye is makes no difference.
      lent.draw(lookThrough(eye, projectionMatrix), nowMs);
      const fromEye = ({ axes, hand }: Pointer) => ({ axes, from: hand && toWorld(minus(hand, placeOf(transform))) });
      drawer.draw(eye, projectionMatrix, { targets, pointed, rays: pointers.map(fromEye) });
    }
  };
  session.addEventListener('select', ({ inputSource, frame }) => {
    const pointer = pointerOf(inputSource, frame);
    const target = pointer && pointedAt(targets, pointer.axes.forward);
    if (target !== undefined) onPick(target.mark.picks);
  });
  session.updateRenderState({ baseLayer: layer });
  session.requestAnimationFrame(onFrame);
}

const gazeOf = ({ forward }: Axes) => directionTo([0, 0, 0], forward);
