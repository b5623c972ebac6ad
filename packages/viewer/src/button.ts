interface Action {
  readonly label: string;
  readonly run: () => void;
}

/** @returns A button that pages may style. */
export function buttonOf({ label, run }: Action): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'oh-button';
  button.setAttribute('part', 'button');
  button.textContent = label;
  button.addEventListener('click', run);
  return button;
}

/** A style sheet sees no attributes of parts. */
export function press(button: HTMLButtonElement, isPressed: boolean): void {
  button.setAttribute('aria-pressed', String(isPressed));
  button.setAttribute('part', isPressed ? 'button current' : 'button');
}
