/*
 * `import '@openhouse/viewer/react'`: the element, and its types for JSX. React 19 sets the properties of custom elements and
 * listens to their events by itself.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { OpenhouseTour } from './element.ts';
import type { TourListeners, TourProps } from './element-props.ts';

import './element.ts';

type OfHtml = DetailedHTMLProps<HTMLAttributes<OpenhouseTour>, OpenhouseTour>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'openhouse-tour': Omit<OfHtml, keyof TourListeners | keyof TourProps> & TourProps & TourListeners;
    }
  }
}
