/** How the stage looks. A page sets the custom properties on the element, or styles its parts. */
export const stageStyle = `
:host {
  display: block;
  height: 480px;
  contain: layout;
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
  --oh-font: var(--openhouse-font, system-ui, sans-serif);
  --oh-mono: var(--openhouse-mono, ui-monospace, monospace);
  display: flex;
  flex-direction: column;
  height: 100%;
  background: var(--openhouse-background, #f7f5f0);
  color: var(--openhouse-ink, #1b1a17);
  font: 400 14px / 20px var(--oh-font);
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
  flex: 1;
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
  touch-action: none;
}

.oh-view:active {
  cursor: grabbing;
}

.oh-still {
  object-fit: cover;
}

.oh-busy {
  position: absolute;
  z-index: 3;
  inset: 0 0 auto;
  height: 3px;
  background: var(--oh-scene-pine);
  animation: oh-busy 1.1s ease-in-out infinite alternate;
}

@keyframes oh-busy {
  from {
    opacity: 0.25;
  }
}

@media (prefers-reduced-motion: reduce) {
  .oh-busy {
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

.oh-modes,
.oh-buttons {
  position: absolute;
  z-index: 3;
  display: flex;
  gap: 6px;
}

.oh-modes {
  top: 12px;
  left: 12px;
}

.oh-buttons {
  right: 12px;
  bottom: 12px;
  flex-direction: column;
}

.oh-button {
  min-width: 34px;
  height: 34px;
  margin: 0;
  padding: 0 10px;
  border: 0;
  border-radius: 8px;
  background: color-mix(in srgb, var(--oh-scene-ink) 84%, transparent);
  color: var(--oh-scene-words);
  font: 500 13px / 20px var(--oh-font);
  cursor: pointer;
}

.oh-button[aria-pressed="true"] {
  background: var(--oh-scene-pine-deep);
}

.oh-button:focus-visible {
  outline: 2px solid var(--oh-scene-paper);
  box-shadow: 0 0 0 4px var(--oh-scene-ink);
}

.oh-message .oh-button {
  margin-left: 8px;
  background: var(--oh-scene-pine-deep);
}

.oh-foot {
  display: flex;
  flex-wrap: wrap;
  gap: 6px 16px;
  align-items: center;
  justify-content: space-between;
  padding: 6px 12px;
}

.oh-foot:empty {
  display: none;
}

.oh-ways {
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
}
`;
