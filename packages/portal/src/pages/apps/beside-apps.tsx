// One chunk: what stands beside the apps of a Team, if it stands there at all.
export { FirstSteps } from './first-steps/first-steps.tsx';
export { Warnings } from './warnings/warnings.tsx';
