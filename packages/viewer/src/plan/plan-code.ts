/* What a plan needs, as one part to load: whoever stays in the panorama never does. */
export { planCutter } from './cut-plan.ts';
export { openPlanStage } from './open-plan-stage.ts';
