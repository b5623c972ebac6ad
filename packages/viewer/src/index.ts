export type { Command } from './command.ts';
export { openTour, type TourOptions, type TourSource, type TourView } from './open-tour.ts';
export type {
  MeasureChange,
  Mode,
  ModeChange,
  PlayChange,
  StateChange,
  TagSelect,
  TourEvents,
  TourFailure,
  ViewpointChange,
  VrChange,
  Way,
} from './tour-events.ts';
