/** How measuring looks: over the marks of the view, and below its buttons. */
export const measureStyle = `
.oh-measure {
  position: absolute;
  inset: 0;
  z-index: 2;
  overflow: hidden;
  pointer-events: none;
}

[data-measuring] canvas {
  cursor: crosshair;
}

/* Presses are for the model behind the marks. */
[data-measuring] .oh-mark > * {
  pointer-events: none;
}

.oh-measured {
  stroke: var(--oh-scene-picked);
  stroke-width: 3;
  filter: drop-shadow(0 0 1.5px var(--oh-scene-shade));
}

.oh-end {
  fill: var(--oh-scene-ink);
  stroke: var(--oh-scene-picked);
  stroke-width: 2.5;
}

.oh-length {
  position: absolute;
  top: 0;
  left: 0;
  padding: 3px 9px;
  border-radius: 999px;
  background: var(--oh-scene-picked);
  color: var(--oh-scene-ink);
  font: 600 12.5px / 18px var(--oh-font);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}

.oh-length[hidden] {
  display: none;
}

/* The place that Enter takes: for those who steer with the keyboard. */
.oh-cross {
  position: absolute;
  top: 50%;
  left: 50%;
  width: 24px;
  height: 24px;
  margin: -12px;
  border: 2px solid var(--oh-scene-paper);
  border-radius: 50%;
  outline: 2px solid color-mix(in srgb, var(--oh-scene-shade) 70%, transparent);
  visibility: hidden;
}

.oh-cross::before {
  position: absolute;
  top: 50%;
  left: 50%;
  width: 4px;
  height: 4px;
  margin: -2px;
  border-radius: 50%;
  background: var(--oh-scene-paper);
  outline: 2px solid color-mix(in srgb, var(--oh-scene-shade) 70%, transparent);
  content: "";
}

:focus-visible .oh-cross {
  visibility: visible;
}

.oh-hint {
  position: absolute;
  top: 56px;
  left: 50%;
  box-sizing: border-box;
  width: max-content;
  max-width: calc(100% - 24px);
  padding: 6px 14px;
  border-radius: 8px;
  background: color-mix(in srgb, var(--oh-scene-ink) 88%, transparent);
  color: var(--oh-scene-words);
  font: 500 13px / 20px var(--oh-font);
  text-align: center;
  translate: -50% 0;
}
`;
