import { panoramaCamera } from '../geometry/camera.ts';
import { directionTo } from '../geometry/direction.ts';
import type { Vector } from '../geometry/vector.ts';
import { type CameraSource, movedCamera } from '../overlay/camera-source.ts';
import { drawingInPanorama } from '../overlay/marks.ts';
import { openPanorama } from '../panorama/open-panorama.ts';
import { preloadFaces } from '../panorama/preload-faces.ts';
import type { PanoramaViewer, Pose } from '../panorama/scene.ts';
import { coverAt, type Viewpoint } from '../tour/tour.ts';
import type { SeenFrom } from '../vr/targets.ts';
import { everything, overlayOf, type ViewContext } from './view-context.ts';

/** A tour from inside. */
export interface PanoramaView {
  /** Null while it is not open, and without WebGL. */
  readonly current: PanoramaViewer | null;
  /** @param start Where one first looks. @param first Where one first stands. */
  open(start: Pose, first: Viewpoint): void;
  /** Shows the pictures of a viewpoint once they are there; those of the last one stay until then. */
  show(to: Viewpoint): Promise<void>;
  /** Turns towards a place. */
  reveal(place: Vector): void;
  /** Where one looks from. */
  readonly camera: CameraSource;
  /** What shows there; undefined before the first pictures. The same object until something of it changes. */
  readonly seen: SeenFrom | undefined;
  /** Draws the marks again. */
  draw(): void;
}

/** @param isStill True for people who want no motion. */
export function panoramaView(context: ViewContext, isStill: boolean): PanoramaView {
  const { tour, stage, controls, words, ending } = context;
  const camera = movedCamera();
  let viewer: PanoramaViewer | null = null;
  let overlay: ReturnType<typeof overlayOf> | undefined;
  let shown: Viewpoint | undefined;
  let seen: SeenFrom | undefined;

  const follow = () => {
    if (viewer === null || shown === undefined) return;
    const pose = viewer.pose();
    camera.move(panoramaCamera(shown.position, pose, pose.fov, viewer.size()));
    controls.setHeading(pose.yaw);
    context.moved('panorama');
  };
  const draw = () => {
    if (shown === undefined) return;
    const drawing = drawingInPanorama({ tour, layers: everything, selected: context.selected() }, shown);
    seen = { eye: shown.position, marks: drawing.marks };
    overlay?.draw(drawing);
  };
  const missing = (to: Viewpoint, ...sentence: Parameters<typeof stage.say>) => {
    context.say(['panorama'], ...sentence);
    context.fail('pictures', `Pictures of viewpoint ${to.index} did not arrive.`);
  };
  const showStill = (to: Viewpoint) => {
    stage.setBusy('pictures', false);
    context.say(['panorama'], words.noWebgl);
    const picture = to.faces?.front ?? Object.values(to.faces ?? {})[0];
    stage.setStill(picture, words.viewpoint(to.index, to.name), () => missing(to, words.noPictures));
  };
  /** Instead of a black picture. */
  const goStill = () => {
    viewer?.destroy();
    viewer = null;
    shown = undefined;
    seen = undefined;
    overlay?.draw({ marks: [], strokes: [] });
    context.withoutWebgl('The WebGL context was lost.');
    const to = context.at();
    if (to !== undefined) showStill(to);
  };
  const show = async (to: Viewpoint) => {
    if (viewer === null) return showStill(to);
    stage.setBusy('pictures', true);
    const floorHeight = tour.floors.find(({ index }) => index === to.floor)?.height ?? to.place[1];
    const arrival = await viewer.show({ ...to, floorHeight }, () => {
      shown = to;
      draw();
    });
    if (arrival === 'overtaken' || ending.aborted) return;
    stage.setBusy('pictures', false);
    if (arrival === 'pictures') context.say(['panorama'], undefined);
    else {
      const drawn = [words.noPictures, words.metres].join(words.afterStop);
      const retry = to.faces && { label: words.retry, run: () => void show(to) };
      missing(to, arrival === 'drawn' ? drawn : words.somePictures, retry);
    }
    preloadFaces(to.links.flatMap((index) => tour.byIndex.get(index) ?? []));
  };

  return {
    get current() {
      return viewer;
    },
    open(start, first) {
      try {
        viewer = openPanorama({
          container: stage.inside,
          start,
          first,
          cover: coverAt(tour, first),
          isStill,
          onMove: follow,
          onGone: goStill,
        });
      } catch (error) {
        context.withoutWebgl(error);
      }
      overlay = overlayOf(context, stage.inside, camera, 'rings');
    },
    show,
    reveal(place) {
      if (shown !== undefined) viewer?.turn(directionTo(shown.position, place), false);
    },
    camera,
    get seen() {
      return seen;
    },
    draw,
  };
}
