import type { Command } from './command.ts';
import { type ViewName, views } from './commands.ts';
import { languageAround } from './language-around.ts';
import { openTour, type TourSource, type TourView } from './open-tour.ts';
import { adoptStylesAgain } from './overlay/adopt-style.ts';
import type { Pose } from './panorama/scene.ts';
import type { ShownOperation } from './tour/tour.ts';
import type { Mode } from './tour-events.ts';

/**
 * `<openhouse-tour src="/api/tours" code="demo-loft">`: a tour, read through your back end; with `bundle="…"` instead of
 * both, one that lies as a bundle on a static host. Other attributes: `mode`
 * (`panorama`, `model`, `plan`), `state` (where it opens: what an earlier `statechange` told), `reads` (operations besides `vr-info`, with spaces between; `hot-list` by default) and `lang`. Methods
 * and events are those of `openTour`. Slots: `over`, `modes`, `controls`, `foot`, `progress`.
 */
export class OpenhouseTour extends HTMLElement {
  static readonly observedAttributes = ['src', 'code', 'bundle', 'reads', 'mode', 'state'];
  #view: TourView | undefined;
  #isPlanned = false;
  /** What showed when it was taken out of the page. */
  #left: string | undefined;

  get mode(): Mode {
    return this.#view?.mode ?? 'panorama';
  }

  /** Frameworks set a property where the element has one of that name. */
  set mode(mode: Mode) {
    this.setAttribute('mode', mode);
  }

  get viewpoint(): number | undefined {
    return this.#view?.viewpoint;
  }

  get pose(): Pose | undefined {
    return this.#view?.pose;
  }

  /** What shows, as text for an address; setting it shows that, at once. */
  get state(): string {
    return this.#view?.state ?? '';
  }

  set state(state: string) {
    this.setAttribute('state', state);
  }

  goTo(index: number): void {
    this.#view?.goTo(index);
  }

  lookAt(pose: Partial<Pose>): void {
    this.#view?.lookAt(pose);
  }

  setMode(mode: Mode): void {
    this.#view?.setMode(mode);
  }

  get isPlaying(): boolean {
    return this.#view?.isPlaying === true;
  }

  /** Walks along a route of the tour by itself. @returns Whether the tour has one. */
  play(): boolean {
    return this.#view?.play() === true;
  }

  pause(): void {
    this.#view?.pause();
  }

  /** Whether presses measure in the model; `steer('measure')` begins and ends that. */
  get isMeasuring(): boolean {
    return this.#view?.isMeasuring === true;
  }

  /** Whether the panorama shows in a headset. */
  get isInVr(): boolean {
    return this.#view?.isInVr === true;
  }

  enterVr(): void {
    this.#view?.enterVr();
  }

  leaveVr(): void {
    this.#view?.leaveVr();
  }

  steer(command: Command): void {
    this.#view?.steer(command);
  }

  connectedCallback(): void {
    // Set by a page before this module had run, it hides the accessor.
    for (const name of ['state', 'mode'] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      Reflect.deleteProperty(this, name);
      this.setAttribute(name, value);
    }
    if (this.#view === undefined) this.#plan();
  }

  disconnectedCallback(): void {
    // Moving it removes and re-inserts it at once: it keeps running.
    queueMicrotask(() => {
      if (this.isConnected || this.#view === undefined) return;
      this.#left = this.#view.state || this.#left;
      this.#close();
    });
  }

  adoptedCallback(): void {
    if (this.shadowRoot !== null) adoptStylesAgain(this.shadowRoot);
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    this.#left = undefined;
    if (name === 'mode') {
      if (isMode(value)) this.setMode(value);
    } else if (name === 'state') this.#view?.show(value ?? '');
    else this.#plan();
  }

  #source(): TourSource | undefined {
    const [src, code, bundle] = ['src', 'code', 'bundle'].map((name) => this.getAttribute(name));
    if (bundle) return { bundle };
    return src && code ? { src, code } : undefined;
  }

  /** Attributes that are set one after the other open one view. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#close();
      const reads = this.getAttribute('reads');
      const state = this.#left ?? this.getAttribute('state');
      // What showed tells the view too.
      const mode = this.#left === undefined ? this.getAttribute('mode') : null;
      const source = this.#source();
      if (!this.isConnected || source === undefined) return;
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      const box = document.createElement('div');
      box.className = 'oh-host';
      root.replaceChildren(box);
      const language = languageAround(this);
      this.#view = openTour(box, {
        ...source,
        target: this,
        ...(state ? { state } : {}),
        ...(language ? { language } : {}),
        ...(reads ? { reads: reads.split(/\s+/).filter(Boolean) as ShownOperation[] } : {}),
      });
      if (isMode(mode)) this.setMode(mode);
    });
  }

  #close(): void {
    this.#view?.close();
    this.#view = undefined;
  }
}

const isMode = (value: string | null): value is ViewName => views.some((one) => one === value);

customElements.define('openhouse-tour', OpenhouseTour);
