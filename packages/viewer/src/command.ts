// A file of its own: what pages import has no types of three.js behind it, which are not installed with the package.

/** What moves any of the views. */
export type Movement =
  | 'left'
  | 'right'
  | 'ahead'
  | 'back'
  | 'up'
  | 'down'
  | 'closer'
  | 'further'
  | 'reset'
  /** Looks to where the plan's top is. */
  | 'north';

/** What can be done to any of the views; keys and buttons both end here. */
export type Command =
  | Movement
  /** Walks along a route by itself, or ends that. */
  | 'play'
  /** Measures in the model, or ends that. */
  | 'measure'
  /** Shows the panorama in a headset, or ends that. */
  | 'vr';
