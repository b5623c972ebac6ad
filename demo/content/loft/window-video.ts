/** The point video, relative to the tour's files; `media/record-window.ts` makes it. */
export const WINDOW_VIDEO = 'videos/window.webm';
