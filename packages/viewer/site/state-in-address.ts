import { OpenhouseTour } from '../src/element.ts';
import type { StateChange } from '../src/tour-events.ts';

/** What the page's tour shows stands behind the `#` of its address, and "back" walks back. */
export function keepStateInAddress(): void {
  const tour = document.querySelector('openhouse-tour');
  if (!(tour instanceof OpenhouseTour)) return;
  tour.addEventListener('statechange', (event) => {
    const { state, isStep } = (event as CustomEvent<StateChange>).detail;
    if (isStep) history.pushState(null, '', `#${state}`);
    else history.replaceState(null, '', `#${state}`);
  });
  const show = () => {
    tour.state = location.hash.slice(1);
  };
  addEventListener('popstate', show);
  show();
}
