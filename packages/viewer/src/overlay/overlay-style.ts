/** How marks and lines look. Colours and fonts are the page's: `--oh-scene-…`, `--oh-font`. */
export const overlayStyle = `
.oh-overlay {
  position: absolute;
  inset: 0;
  z-index: 1;
  overflow: hidden;
  isolation: isolate;
  pointer-events: none;
  container-type: inline-size;
}

/* Nobody looks at the page: its picture stands still. */
[data-vr] .oh-overlay {
  visibility: hidden;
}

.oh-lines {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  overflow: hidden;
  fill: none;
  stroke-linecap: round;
  stroke-linejoin: round;
}

.oh-ruler {
  stroke: var(--oh-scene-ruler);
  stroke-width: 2;
  filter: drop-shadow(0 0 1.5px color-mix(in srgb, var(--oh-scene-shade) 85%, transparent));
}

.oh-route {
  stroke: var(--oh-scene-route);
  stroke-width: 4;
  stroke-dasharray: 1 9;
  filter: drop-shadow(0 0 1.5px color-mix(in srgb, var(--oh-scene-shade) 80%, transparent));
}

.oh-ruler[data-selected] {
  stroke: var(--oh-scene-picked);
  stroke-width: 3;
}

.oh-route[data-selected] {
  stroke: var(--oh-scene-picked);
  stroke-width: 5;
}

/* A mark has no size of its own: its anchor is the very place, everything else hangs around it. */
.oh-mark {
  position: absolute;
  top: 0;
  left: 0;
  width: 0;
  height: 0;
  padding: 0;
  border: 0;
  background: none;
  color: var(--oh-scene-ink);
  font: 500 12.5px / 18px var(--oh-font);
  white-space: nowrap;
  cursor: pointer;
  pointer-events: none;
}

.oh-mark[hidden] {
  display: none;
}

.oh-mark > * {
  pointer-events: auto;
}

/* Viewpoints among others: where they are, until there is room for a number. */
.oh-specks {
  stroke: color-mix(in srgb, var(--oh-scene-pine-deep) 75%, transparent);
  stroke-width: 7;
}

/* How many things a mark stands for. */
.oh-count {
  position: absolute;
  z-index: 2;
  top: -11px;
  left: -11px;
  min-width: 22px;
  height: 22px;
  padding: 0 4px;
  border-radius: 11px;
  background: var(--oh-scene-paper);
  box-shadow:
    inset 0 0 0 2px var(--oh-scene-pine),
    0 1px 6px color-mix(in srgb, var(--oh-scene-shade) 45%, transparent);
  color: var(--oh-scene-ink);
  font: 600 10.5px / 22px var(--oh-font);
  font-variant-numeric: tabular-nums;
  text-align: center;
}

.oh-count::after {
  content: attr(data-count);
}

.oh-count:not([data-count]) {
  display: none;
}

/* biome-ignore lint/style/noDescendingSpecificity: a count is in no anchor. */
.oh-mark[data-many]:focus-visible > .oh-count {
  outline: 3px solid var(--oh-scene-paper);
  outline-offset: 2px;
  box-shadow: 0 0 0 5px var(--oh-scene-ink);
}

/* Beside the words, which stand where the dot would. */
.oh-mark[data-many]:is([data-kind="label"], [data-kind="length"])[data-open] > .oh-count {
  top: -24px;
  left: 50%;
  translate: var(--shift, 0px) 0;
}

.oh-mark[data-many]:is([data-kind="label"], [data-kind="length"])[data-open="above"] > .oh-count {
  top: -54px;
}

.oh-mark[data-many]:is([data-kind="label"], [data-kind="length"])[data-open="below"] > .oh-count {
  top: 32px;
}

/* What lies at one place, to choose from. */
.oh-crowd {
  position: absolute;
  z-index: 2000;
  top: 56px;
  left: 12px;
  display: grid;
  gap: 2px;
  width: min(280px, calc(100% - 24px));
  max-height: calc(100% - 76px);
  padding: 8px;
  overflow: auto;
  border-radius: 10px;
  background: var(--oh-scene-paper);
  box-shadow: var(--oh-scene-shadow);
  color: var(--oh-scene-ink);
  font: 500 13px / 20px var(--oh-font);
  pointer-events: auto;
}

.oh-crowd > p {
  margin: 0;
  padding: 2px 8px 4px;
  font-weight: 600;
}

.oh-crowd > button {
  padding: 4px 8px;
  overflow: hidden;
  border: 0;
  border-radius: 6px;
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  text-overflow: ellipsis;
  white-space: nowrap;
  cursor: pointer;
  content-visibility: auto;
  contain-intrinsic-size: auto 28px;
}

.oh-crowd > button:hover {
  background: color-mix(in srgb, var(--oh-scene-ink) 8%, transparent);
}

.oh-crowd > button:focus-visible {
  outline: 2px solid var(--oh-scene-pine-deep);
  outline-offset: -2px;
}

.oh-mark:focus-visible {
  outline: none;
}

.oh-anchor {
  position: absolute;
  top: -7px;
  left: -7px;
  width: 14px;
  height: 14px;
  border: 3.5px solid var(--oh-scene-pine);
  border-radius: 50%;
  background: var(--oh-scene-paper);
  box-shadow:
    0 0 0 1.5px color-mix(in srgb, var(--oh-scene-paper) 90%, transparent),
    0 1px 6px color-mix(in srgb, var(--oh-scene-shade) 45%, transparent);
  transition: scale 0.12s;
  z-index: 1;
}

/* The press reaches further than the dot. */
.oh-anchor::after {
  position: absolute;
  inset: -10px;
  border-radius: 50%;
  content: "";
}

.oh-words {
  position: absolute;
  top: -13px;
  left: 0;
  /* On one side of any place there is room for half of the view's width. */
  max-width: min(230px, 50cqi - 4px);
  padding: 4px 11px 4px 15px;
  overflow: hidden;
  border-radius: 999px;
  background: color-mix(in srgb, var(--oh-scene-paper) 94%, transparent);
  box-shadow: var(--oh-scene-shadow);
  text-overflow: ellipsis;
  opacity: 0;
  visibility: hidden;
  transition: opacity 0.12s;
}

.oh-mark:hover > .oh-words,
.oh-mark:focus-visible > .oh-words,
.oh-mark[data-open] > .oh-words {
  opacity: 1;
  visibility: inherit;
}

.oh-mark:focus-visible > .oh-anchor {
  outline: 3px solid var(--oh-scene-paper);
  outline-offset: 3px;
  box-shadow: 0 0 0 6px var(--oh-scene-ink);
}

.oh-mark:hover > .oh-anchor {
  scale: 1.15;
}

.oh-mark[aria-current] > .oh-anchor {
  border-color: var(--oh-scene-clay);
}

.oh-mark[aria-current] > .oh-words {
  background: var(--oh-scene-clay);
  color: var(--oh-scene-paper);
}

.oh-mark:is([data-open="other"], [data-side="other"]) > .oh-words {
  right: 0;
  left: auto;
  padding: 4px 15px 4px 11px;
}

/* Labels are words without a dot, centred on their place. */
.oh-mark[data-kind="label"] > .oh-anchor,
.oh-mark[data-kind="length"] > .oh-anchor {
  width: 6px;
  height: 6px;
  top: -3px;
  left: -3px;
  border-width: 0;
  background: var(--oh-scene-paper);
}

.oh-mark[data-kind="label"] > .oh-words,
.oh-mark[data-kind="length"] > .oh-words {
  top: -13px;
  max-width: min(230px, 100cqi - 4px);
  translate: calc(-50% + var(--shift, 0px)) 0;
  padding: 4px 11px;
}

/* Where there is no room for them, beside what has it. */
.oh-mark:is([data-open="above"], [data-side="above"]) > .oh-words {
  translate: calc(-50% + var(--shift, 0px)) -30px;
}

.oh-mark:is([data-open="below"], [data-side="below"]) > .oh-words {
  translate: calc(-50% + var(--shift, 0px)) 30px;
}

.oh-mark[data-kind="label"] > .oh-words {
  border-radius: 6px;
  background: color-mix(in srgb, var(--oh-scene-ink) 82%, transparent);
  color: var(--oh-scene-words);
}

.oh-mark[data-kind="label"][aria-current] > .oh-words {
  background: var(--oh-scene-clay);
}

/* biome-ignore lint/style/noDescendingSpecificity: kinds and looks of marks never meet in one mark. */
.oh-mark[data-kind="length"] > .oh-words {
  padding: 2px 8px;
  border-radius: 6px;
  font: 500 12px / 18px var(--oh-mono);
}

/* Where one can walk to: a ring on the floor, as flat as the floor looks from here. */
.oh-mark[data-look="rings"] > .oh-anchor {
  top: calc(var(--ring, 40px) / -2);
  left: calc(var(--ring, 40px) / -2);
  width: var(--ring, 40px);
  height: var(--ring, 40px);
  border: calc(var(--ring, 40px) / 9) solid color-mix(in srgb, var(--oh-scene-paper) 92%, transparent);
  background: color-mix(in srgb, var(--oh-scene-paper) 26%, transparent);
  box-shadow:
    0 0 0 1.5px color-mix(in srgb, var(--oh-scene-ink) 30%, transparent),
    0 0 14px color-mix(in srgb, var(--oh-scene-ink) 35%, transparent);
  transform: scaleY(var(--flat, 0.5));
}

.oh-mark[data-look="rings"]:hover > .oh-anchor,
.oh-mark[data-look="rings"]:focus-visible > .oh-anchor {
  background: color-mix(in srgb, var(--oh-scene-pine) 70%, transparent);
}

/* biome-ignore lint/style/noDescendingSpecificity: kinds and looks of marks never meet in one mark. */
.oh-mark[data-look="rings"] > .oh-words {
  top: calc(var(--ring, 40px) * var(--flat, 0.5) / -2 - 34px);
  padding: 4px 11px;
  translate: calc(-50% + var(--shift, 0px)) 0;
}

.oh-mark[data-look="rings"][data-side="below"] > .oh-words {
  top: calc(var(--ring, 40px) * var(--flat, 0.5) / 2 + 8px);
}

/* Seen from outside, a viewpoint is a numbered dot. */
/* biome-ignore lint/style/noDescendingSpecificity: kinds and looks of marks never meet in one mark. */
.oh-mark[data-look="dots"] > .oh-anchor {
  top: -10px;
  left: -10px;
  width: 20px;
  height: 20px;
  border: 0;
  background: var(--oh-scene-pine-deep);
}

.oh-mark[data-look="dots"] > .oh-number {
  position: absolute;
  z-index: 1;
  top: -10px;
  left: -10px;
  width: 20px;
  color: var(--oh-scene-paper);
  font: 600 10.5px / 20px var(--oh-font);
  font-variant-numeric: tabular-nums;
  text-align: center;
  pointer-events: none;
}

.oh-mark[data-look="dots"][aria-current] > .oh-anchor {
  background: var(--oh-scene-clay);
  box-shadow:
    0 0 0 2px var(--oh-scene-paper),
    0 0 0 5px color-mix(in srgb, var(--oh-scene-clay) 45%, transparent);
}

/* The words stand where the dot is; the dot bears the ring of the focus. */
.oh-mark[data-kind="label"]:is([data-open], :hover):not(:focus-visible) > .oh-anchor,
.oh-mark[data-kind="length"]:is([data-open], :hover):not(:focus-visible) > .oh-anchor {
  opacity: 0;
}

/* On a plan, rooms are named as architects do: on the floor itself. */
[data-plan] .oh-mark[data-kind="label"]:not([aria-current], :hover, :focus-visible) > .oh-words {
  background: none;
  box-shadow: none;
  color: var(--oh-ink);
  font-weight: 600;
  text-shadow:
    0 0 3px var(--oh-canvas),
    0 0 3px var(--oh-canvas);
}

/* Dots lie on pictures, whose colours stay: so do theirs. Words have the colours that were chosen. */
@media (forced-colors: active) {
  .oh-anchor,
  .oh-number {
    forced-color-adjust: none;
  }

  .oh-words,
  .oh-count,
  .oh-crowd {
    outline: 1px solid CanvasText;
  }

  /* Browsers lay a plate of the page's colour under words, on which these could not be read. */
  .oh-mark[data-thing][data-kind][aria-current] > .oh-words {
    forced-color-adjust: none;
    background: Highlight;
    color: HighlightText;
  }
}

@media (prefers-reduced-motion: reduce) {
  .oh-anchor,
  .oh-words {
    transition: none;
  }
}

/* The name of a room that has no room itself. */
[data-plan] .oh-mark[data-kind="label"]:not([data-open]) > .oh-anchor {
  background: var(--oh-ink);
}
`;
