import type { Command } from './command.ts';
import { knownView, type ViewName, views } from './commands.ts';
import { languageAround } from './language-around.ts';
import { messageOf, notThereYet, openTour, type TourFetch, type TourSource, type TourView } from './open-tour.ts';
import { adoptStylesAgain } from './overlay/adopt-style.ts';
import type { Pose } from './panorama/scene.ts';
import type { ShownOperation } from './tour/tour.ts';
import { dispatcherOf, type Mode, type TourEvents } from './tour-events.ts';

/** Listens to the events of a tour as to those of any element. */
interface TourListening {
  addEventListener<Type extends keyof TourEvents>(
    type: Type,
    listener: (event: CustomEvent<TourEvents[Type]>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Type extends keyof TourEvents>(
    type: Type,
    listener: (event: CustomEvent<TourEvents[Type]>) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** On a server, which renders pages before a browser shows them, there are no elements: the module only has to load. */
const ElementHere = (globalThis.HTMLElement ?? class {}) as new () => TourListening & HTMLElement;

/** Attributes that are properties too: frameworks set a property where the element has one of that name. */
const REFLECTED = ['src', 'code', 'bundle', 'reads', 'mode', 'state'] as const;

/**
 * `<openhouse-tour src="/api/tours" code="demo-loft">`: a tour, read through your back end; with `bundle="…"` instead of
 * both, one that lies as a bundle on a static host. Other attributes: `mode`
 * (`panorama`, `model`, `plan`), `state` (where it opens: what an earlier `statechange` told), `reads` (operations besides `vr-info`, with spaces between; `hot-list` by default) and `lang`. Each is
 * a property too. Methods and events are those of `openTour`. Slots: `over`, `modes`, `controls`, `foot`, `progress`.
 */
export class OpenhouseTour extends ElementHere {
  static readonly observedAttributes = [...REFLECTED, 'lang'];
  #fetch: TourFetch | undefined;
  #view: TourView | undefined;
  #isPlanned = false;
  /** Asked for before the view was there. */
  #mode: Mode | undefined;
  /** What showed when it was taken out of the page. */
  #left: string | undefined;

  get src(): string {
    return this.#text('src');
  }

  set src(src: string | null | undefined) {
    this.#reflect('src', src);
  }

  get code(): string {
    return this.#text('code');
  }

  set code(code: string | null | undefined) {
    this.#reflect('code', code);
  }

  get bundle(): string {
    return this.#text('bundle');
  }

  set bundle(bundle: string | null | undefined) {
    this.#reflect('bundle', bundle);
  }

  get reads(): string {
    return this.#text('reads');
  }

  set reads(reads: string | null | undefined) {
    this.#reflect('reads', reads);
  }

  get mode(): Mode {
    return this.#view?.mode ?? this.#mode ?? 'panorama';
  }

  set mode(mode: Mode | null | undefined) {
    // The visitor may have changed the view since the attribute was set.
    if (isMode(mode) && this.getAttribute('mode') === mode) this.setMode(mode);
    else this.#reflect('mode', mode);
  }

  /** Makes the calls to `src` in place of the page's own `fetch`; set before `src`. */
  get fetch(): TourFetch | undefined {
    return this.#fetch;
  }

  set fetch(fetch: TourFetch | null | undefined) {
    this.#fetch = fetch ?? undefined;
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

  set state(state: string | null | undefined) {
    this.#reflect('state', state);
  }

  /** Moves to a viewpoint. @throws {RangeError} If the tour is not there yet, or has no viewpoint with this index. */
  goTo(index: number): void {
    if (this.#view === undefined) throw notThereYet();
    this.#view.goTo(index);
  }

  lookAt(pose: Partial<Pose>): void {
    this.#view?.lookAt(pose);
  }

  /** @throws {RangeError} If there is no such view. */
  setMode(mode: Mode): void {
    if (this.#view !== undefined) this.#view.setMode(mode);
    else this.#mode = knownView(mode);
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
    for (const name of [...REFLECTED, 'fetch'] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      Reflect.deleteProperty(this, name);
      Object.assign(this, { [name]: value });
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

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    // Pages that write every attribute again whenever something changed do not ask for another view.
    if (name !== 'state' && value === before) return;
    if (name === 'lang') {
      this.#left = this.#view?.state || this.#left;
      this.#plan();
      return;
    }
    this.#left = undefined;
    if (name === 'mode') {
      if (isMode(value)) this.setMode(value);
    } else if (name === 'state') {
      // Programs that bring a page up to date take attributes away that they do not know.
      if (value !== null) this.#view?.show(value);
    } else this.#plan();
  }

  #text(name: (typeof REFLECTED)[number]): string {
    return this.getAttribute(name) ?? '';
  }

  #reflect(name: (typeof REFLECTED)[number], value: string | null | undefined): void {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
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
      const mode = this.#mode ?? (this.#left === undefined ? this.getAttribute('mode') : null);
      const source = this.#source();
      if (!this.isConnected || source === undefined) return;
      this.#mode = undefined;
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      const box = document.createElement('div');
      box.className = 'oh-host';
      root.replaceChildren(box);
      const language = languageAround(this);
      try {
        this.#view = openTour(box, {
          ...source,
          target: this,
          fetch: (address, init) => (this.#fetch ?? fetch)(address, init),
          ...(state ? { state } : {}),
          ...(language ? { language } : {}),
          ...(reads ? { reads: reads.split(/\s+/).filter(Boolean) as ShownOperation[] } : {}),
        });
      } catch (error) {
        // A browser that lacks what the view is built of, or a test's imitation of one: nobody else would hear of it.
        box.remove();
        dispatcherOf(this)('error', { what: 'tour', message: messageOf(error) });
        return;
      }
      if (isMode(mode)) this.setMode(mode);
    });
  }

  #close(): void {
    this.#view?.close();
    this.#view = undefined;
  }
}

const isMode = (value: string | null | undefined): value is ViewName => views.some((one) => one === value);

// Two programs on a page may each bring the element: the first one stays.
const elements = globalThis.customElements;
if (elements?.get('openhouse-tour') === undefined) elements?.define('openhouse-tour', OpenhouseTour);

declare global {
  interface HTMLElementTagNameMap {
    'openhouse-tour': OpenhouseTour;
  }
}
