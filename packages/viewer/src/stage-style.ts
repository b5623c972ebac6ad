import { SHARED_TOUCH } from './share-scrolling.ts';

/** How the stage looks. A page sets the custom properties on the element, or styles its parts. */
export const stageStyle = `
:host {
  display: block;
  height: 480px;
  contain: layout;
  writing-mode: horizontal-tb;
}

:host([hidden]) {
  display: none;
}

.oh-host {
  height: 100%;
}

.oh-tour {
  --oh-scene-ink: #1b1a17;
  --oh-scene-paper: #ffffff;
  --oh-scene-words: #fbf8f1;
  --oh-scene-shade: #14120e;
  --oh-scene-pine: #2f7d57;
  --oh-scene-pine-deep: #256847;
  --oh-scene-clay: #b4512a;
  --oh-scene-ruler: #f7f5f0;
  --oh-scene-route: #6fc39a;
  --oh-scene-picked: #ffb38f;
  --oh-scene-link: #6b9a82;
  --oh-scene-shadow: 0 1px 2px rgb(38 32 22 / 18%), 0 8px 24px -8px rgb(38 32 22 / 35%);
  --oh-canvas: var(--openhouse-background, light-dark(#f7f5f0, #131210));
  --oh-ink: var(--openhouse-ink, light-dark(#1b1a17, #efeae0));
  --oh-line: color-mix(in srgb, var(--oh-ink) 12%, var(--oh-canvas));
  --oh-line-strong: color-mix(in srgb, var(--oh-ink) 34%, var(--oh-canvas));
  --oh-ok: color-mix(in srgb, var(--oh-primary) 70%, var(--oh-ink));
  --oh-primary: var(--openhouse-accent, #256847);
  --oh-font: var(--openhouse-font, system-ui, sans-serif);
  --oh-mono: var(--openhouse-mono, ui-monospace, monospace);
  display: flex;
  flex-direction: column;
  height: 100%;
  background: var(--oh-canvas);
  color: var(--oh-ink);
  font: 400 14px / 20px var(--oh-font);
  /* What a page sets for all of its text reaches into shadow trees. */
  letter-spacing: normal;
  word-spacing: normal;
  text-align: start;
  text-indent: 0;
  text-transform: none;
  text-shadow: none;
  -webkit-text-fill-color: currentcolor;
  white-space: normal;
  word-break: normal;
  hyphens: manual;
  writing-mode: horizontal-tb;
}

.oh-tour *,
.oh-tour *::before,
.oh-tour *::after {
  box-sizing: border-box;
}

.oh-tour [hidden] {
  display: none;
}

.oh-window {
  position: relative;
  /* All of the height there is. Where a page's reset took the element's height away there is none. */
  flex: 1 1 440px;
  min-height: 0;
  overflow: hidden;
}

.oh-window:focus-visible {
  outline: 3px solid var(--oh-scene-pine);
  outline-offset: -3px;
}

.oh-view,
.oh-still {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
}

.oh-view {
  cursor: grab;
  /* Two fingers zoom the view, not the page, also where one of them lies on a mark. */
  touch-action: ${SHARED_TOUCH};
}

.oh-view:active {
  cursor: grabbing;
}

.oh-still {
  object-fit: cover;
}

/* Something of the page's own lies over the views, below the buttons, and lets the pointer through around itself. */
.oh-over,
.oh-busy {
  position: absolute;
  z-index: 2;
  inset: 0;
  pointer-events: none;
}

.oh-over > ::slotted(*) {
  pointer-events: auto;
}

.oh-busy {
  z-index: 3;
}

.oh-bar {
  height: 3px;
  background: var(--oh-primary);
  animation: oh-busy 1.1s ease-in-out infinite alternate;
}

@keyframes oh-busy {
  from {
    opacity: 0.25;
  }
}

@media (prefers-reduced-motion: reduce) {
  .oh-bar {
    animation: none;
  }
}

.oh-message {
  position: absolute;
  z-index: 3;
  top: 56px;
  left: 12px;
  max-width: calc(100% - 24px);
  padding: 8px 12px;
  border-radius: 8px;
  background: var(--oh-scene-ink);
  color: var(--oh-scene-words);
}

.oh-group {
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
}

.oh-modes {
  position: absolute;
  z-index: 3;
  display: flex;
  flex-wrap: wrap;
  gap: 6px 14px;
  top: 12px;
  left: 12px;
  max-width: calc(100% - 24px);
}

.oh-message .oh-button {
  margin-inline-start: 8px;
  background: var(--oh-primary);
}

/* Forty ways with names would leave no room for the view. */
.oh-foot {
  flex: none;
  max-height: 36%;
  overflow-y: auto;
  display: flex;
  flex-wrap: wrap;
  gap: 6px 16px;
  align-items: center;
  justify-content: space-between;
  padding: 6px 12px;
}

.oh-here {
  overflow-wrap: anywhere;
}

.oh-ways {
  display: flex;
  max-width: 100%;
  flex-wrap: wrap;
  gap: 6px;
}
`;
