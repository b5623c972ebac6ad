// One chunk: optional cards beside the apps of a Team.
export { FirstSteps } from './first-steps/first-steps.tsx';
export { Warnings } from './warnings/warnings.tsx';
