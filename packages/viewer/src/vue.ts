/*
 * `import '@openhouse/viewer/vue'`: the element, and its types for templates. Vue's compiler has to know that it is no component
 * of Vue: `compilerOptions.isCustomElement`.
 */
import type { DefineComponent } from 'vue';
import type { TourProps } from './element-props.ts';
import type { TourEvents } from './tour-events.ts';

import './element.ts';

type VueListeners = {
  readonly [Type in keyof TourEvents as `on${Capitalize<Type>}`]?:
    | ((event: CustomEvent<TourEvents[Type]>) => void)
    | undefined;
};

declare module 'vue' {
  interface GlobalComponents {
    'openhouse-tour': DefineComponent<TourProps & VueListeners>;
  }
}
