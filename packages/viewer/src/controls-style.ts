/** How the buttons over a view look. */
export const controlsStyle = `
/* In a low view they go on beside themselves. */
.oh-buttons {
  position: absolute;
  z-index: 3;
  right: 12px;
  bottom: 12px;
  display: flex;
  flex-flow: column wrap-reverse;
  align-content: flex-start;
  gap: 6px;
  max-height: calc(100% - 24px);
}

.oh-button {
  min-width: 34px;
  max-width: 100%;
  height: 34px;
  margin: 0;
  padding: 0 10px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  border: 0;
  border-radius: 8px;
  background: color-mix(in srgb, var(--oh-scene-ink) 84%, transparent);
  color: var(--oh-scene-words);
  box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--oh-scene-words) 22%, transparent);
  font: 500 13px / 20px var(--oh-font);
  cursor: pointer;
}

.oh-button[aria-pressed="true"] {
  background: var(--oh-primary);
}

.oh-button[hidden] {
  display: none;
}

.oh-icon {
  display: block;
  width: 16px;
  height: 16px;
  margin: auto;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.6;
  stroke-linecap: round;
  stroke-linejoin: round;
}

.oh-button:focus-visible {
  outline: 2px solid var(--oh-scene-paper);
  box-shadow: 0 0 0 4px var(--oh-scene-ink);
}

/* Backgrounds and shadows are taken away there: what is pressed would look like the others. */
@media (forced-colors: active) {
  .oh-button {
    padding: 0 9px;
    border: 1px solid ButtonText;
  }

  /* Browsers lay a plate of the page's colour under words, on which these could not be read. */
  .oh-button[aria-pressed="true"] {
    forced-color-adjust: none;
    background: Highlight;
    color: HighlightText;
  }
}
`;
