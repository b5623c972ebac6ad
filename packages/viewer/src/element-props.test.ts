import { expectTypeOf, test } from 'vitest';
import type { OpenhouseTour } from './element.ts';
import type { TourListeners, TourProps } from './element-props.ts';
import type { TourOptions } from './open-tour.ts';
import type { TourFailure } from './tour-events.ts';

type Undefined<Name extends PropertyKey> = { readonly [Each in Name]: undefined };

// Components pass on what they were given, as in `mode={props.mode}`; this file is compiled with `exactOptionalPropertyTypes`.
test('props, listeners and options may be undefined', () => {
  expectTypeOf<Undefined<keyof TourProps>>().toExtend<TourProps>();
  expectTypeOf<Undefined<keyof TourListeners>>().toExtend<TourListeners>();
  expectTypeOf<Undefined<'reads' | 'language' | 'state' | 'target'> & { bundle: string }>().toExtend<TourOptions>();
});

test('without a framework the tag, its events and those of every element have their types', () => {
  expectTypeOf<HTMLElementTagNameMap['openhouse-tour']>().toEqualTypeOf<OpenhouseTour>();
  const listen = (tour: OpenhouseTour) => {
    tour.addEventListener('error', ({ detail }) => expectTypeOf(detail).toEqualTypeOf<TourFailure>());
    tour.addEventListener('click', (event) => expectTypeOf(event).toExtend<MouseEvent>());
    tour.addEventListener('other', (event) => expectTypeOf(event).toExtend<Event>(), { once: true });
  };
  expectTypeOf(listen).parameter(0).toExtend<HTMLElement>();
});
