interface Place {
  readonly name: string;
  readonly run: () => void;
}

/** A list of what is at one place of a view. */
export interface Crowd {
  open(title: string, places: readonly Place[], from: HTMLElement | undefined): void;
  /** Gives the focus back, if the list had it. */
  close(): void;
}

/** The list of marks behind a count, to pick from: zooming does not separate marks at the same position. */
export function openCrowd(box: HTMLElement): Crowd {
  let list: HTMLElement | undefined;
  let opener: HTMLElement | undefined;
  const close = () => {
    if (list === undefined) return;
    const hadFocus = list.contains((box.getRootNode() as Document | ShadowRoot).activeElement);
    list.remove();
    list = undefined;
    if (hadFocus) opener?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // The view's own keys would turn it and close the list.
    if (event.key !== 'Tab' && event.key !== 'Enter' && event.key !== ' ') event.stopPropagation();
    if (event.key === 'Escape') {
      close();
      // A dialog around the view stays open.
      event.preventDefault();
    }
    if (step === undefined || list === undefined) return;
    event.preventDefault();
    const buttons = [...list.querySelectorAll('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return {
    close,
    open(title, places, from) {
      close();
      opener = from;
      list = document.createElement('div');
      list.className = 'oh-crowd';
      list.setAttribute('role', 'group');
      list.setAttribute('aria-label', title);
      const head = document.createElement('p');
      head.textContent = title;
      list.append(
        head,
        ...places.map(({ name, run }) => {
          const button = document.createElement('button');
          button.type = 'button';
          button.textContent = name;
          button.addEventListener('click', () => {
            close();
            run();
          });
          return button;
        }),
      );
      list.addEventListener('keydown', onKeyDown);
      box.append(list);
      list.querySelector('button')?.focus({ preventScroll: true });
    },
  };
}
