/** Loads the code that reads models. */
export const loadModelCode = () => import('./model/load-model.ts');
/** Loads the code that measures in them. */
export const loadMeasureCode = () => import('./measure/open-measure.ts');
/** Loads the code that shows them. */
export const loadStageCode = () => import('./model/open-model-stage.ts');
/** Loads the code that shows a panorama in a headset. */
export const loadVrCode = () => import('./vr/open-vr.ts');
