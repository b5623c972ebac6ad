import { expectTypeOf, test } from 'vitest';
import type { TourListeners, TourProps } from './element-props.ts';
import type { TourOptions } from './open-tour.ts';

type Undefined<Name extends PropertyKey> = { readonly [Each in Name]: undefined };

// Components pass on what they were given, as in `mode={props.mode}`; this file is compiled with `exactOptionalPropertyTypes`.
test('props, listeners and options may be undefined', () => {
  expectTypeOf<Undefined<keyof TourProps>>().toExtend<TourProps>();
  expectTypeOf<Undefined<keyof TourListeners>>().toExtend<TourListeners>();
  expectTypeOf<Undefined<'reads' | 'language' | 'state' | 'target'> & { bundle: string }>().toExtend<TourOptions>();
});
