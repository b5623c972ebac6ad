import { SHARED_TOUCH } from '../share-scrolling.ts';

/** How plans look. Colours and fonts are the page's: `--oh-ink`, `--oh-line`, `--oh-line-strong`, `--oh-ok`, `--oh-mono`. */
export const planStyle = `
.oh-plan-picture {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
}

.oh-plan-picture path {
  fill: none;
  stroke-linecap: round;
  vector-effect: non-scaling-stroke;
}

.oh-plan-picture .oh-plan-metre {
  stroke: var(--oh-line);
  stroke-width: 1px;
}

.oh-plan-picture .oh-plan-furniture {
  stroke: var(--oh-line-strong);
  stroke-width: 1px;
}

.oh-plan-picture .oh-plan-walls {
  stroke: var(--oh-ink);
  stroke-width: 1.6px;
}

.oh-plan-picture .oh-plan-ways {
  stroke: var(--oh-ok);
  stroke-width: 1px;
  stroke-dasharray: 3 4;
  opacity: 0.75;
}

.oh-plan {
  position: absolute;
  inset: 0;
  cursor: grab;
  touch-action: ${SHARED_TOUCH};
}

.oh-plan:active {
  cursor: grabbing;
}

.oh-plan-scale {
  position: absolute;
  z-index: 3;
  bottom: 14px;
  left: 16px;
  padding-top: 2px;
  border: 1.5px solid var(--oh-ink);
  border-top: 0;
  box-sizing: border-box;
  color: var(--oh-ink);
  font: 500 11px / 16px var(--oh-mono);
  text-align: center;
  pointer-events: none;
}
`;
