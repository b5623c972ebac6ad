export { openTour, type TourOptions, type TourSource, type TourView } from './open-tour.ts';
export type {
  Mode,
  ModeChange,
  StateChange,
  TagSelect,
  TourEvents,
  TourFailure,
  ViewpointChange,
} from './tour-events.ts';
