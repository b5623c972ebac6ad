/*
 * What the explorer of the portal is made of. A part of Openhouse: it changes with any version, and pages of others import
 * the package's index.
 */
export type { Command } from './command.ts';
export {
  commandOf,
  runCommand,
  type ViewName,
  views,
  wayTowards,
} from './commands.ts';
export { type Controls, openControls } from './controls.ts';
export { isFullScreenKey } from './full-screen.ts';
export { type Camera, isInView, panoramaCamera, project } from './geometry/camera.ts';
export { directionTo } from './geometry/direction.ts';
export { fitted, frameAround, type PlanFrame } from './geometry/plan.ts';
export { distance, lengthOf, type Vector } from './geometry/vector.ts';
export { canMeasure } from './measure/can-measure.ts';
export type { LoadedModel } from './model/loaded-model.ts';
export type { ModelStage } from './model/open-model-stage.ts';
export { type CameraSource, type MovedCamera, movedCamera } from './overlay/camera-source.ts';
export { layOut, type Side } from './overlay/lay-out.ts';
export { type Drawing, drawingFromOutside, drawingInPanorama, type Layers } from './overlay/marks.ts';
export { type Overlay, openOverlay } from './overlay/open-overlay.ts';
export { onDrag } from './panorama/on-drag.ts';
export { openPanorama } from './panorama/open-panorama.ts';
export { preloadFaces } from './panorama/preload-faces.ts';
export type { Arrival, PanoramaViewer, Pose } from './panorama/scene.ts';
export { loadMeasureCode, loadModelCode, loadStageCode } from './parts.ts';
export { type PlanCuts, planCutter } from './plan/cut-plan.ts';
export { openPlanPicture, type PlanContent, type PlanPicture } from './plan/open-plan-picture.ts';
export { openPlanStage, type PlanStage } from './plan/open-plan-stage.ts';
export { shareScrolling } from './share-scrolling.ts';
export { stateTeller } from './tell-state.ts';
export { linksOf } from './tour/links.ts';
export { type Answers, readTour } from './tour/read-tour.ts';
export {
  coverAt,
  type FilePlace,
  type FilesOf,
  type Floor,
  isShownFrom,
  type Lack,
  type ShownOperation,
  shownOperations,
  type Thing,
  type ThingKind,
  type Tour,
  thingKinds,
  type Viewpoint,
} from './tour/tour.ts';
export { readViewState, type ViewState, writeViewState } from './view-state.ts';
export { type RoutePlayer, routePlayer, stopsOf } from './views/play-route.ts';
export type { SeenFrom } from './vr/targets.ts';
export { type Vr, vrOf } from './vr.ts';
export { wordsOf } from './words.ts';
