// One chunk: each is small, and hardly anybody ever sees one.
export { StatusNote } from './status-note.tsx';
export { TeamSwitched } from './team-switched.tsx';
