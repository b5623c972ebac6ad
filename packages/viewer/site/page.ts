import { OpenhouseTour } from '../src/element.ts';
import type { StateChange } from '../src/tour-events.ts';

// The tour speaks the visitor's language; without this it would take the page's.
document.documentElement.lang = navigator.language;

const tour = document.querySelector('openhouse-tour');
if (tour instanceof OpenhouseTour) {
  // What shows stands in the address, and "back" walks back.
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
