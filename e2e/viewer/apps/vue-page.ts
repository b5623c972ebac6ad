import '@openhouse/viewer/vue';
import type { OpenhouseTour } from '@openhouse/viewer/element';
import { defineComponent, type GlobalComponents, h, ref } from 'vue';
import { tell } from './told.ts';

/** What templates and JSX are checked against. */
type Props = InstanceType<GlobalComponents['openhouse-tour']>['$props'];

/** A page of somebody's own in Vue, as its compiler writes templates down: a policy without `unsafe-eval` takes no other. */
export const VuePage = defineComponent(() => {
  const tour = ref<OpenhouseTour>();
  const isShown = ref(true);
  const mode = ref<'panorama' | 'model'>('panorama');
  const button = (name: string, onClick: () => void) => h('button', { type: 'button', onClick }, name);
  return () => {
    const props: Props = {
      src: '/api/tours',
      code: 'demo-loft',
      mode: mode.value,
      state: 'at=6',
      onViewpointchange: ({ detail }) => tell(`viewpoint ${detail.index}`),
      onModechange: ({ detail }) => tell(`mode ${detail.mode}`),
      onError: ({ detail }) => tell(`error ${detail.what}`),
    };
    return h('main', [
      h('h1', 'A tour'),
      button('Go to seven', () => tour.value?.goTo(7)),
      button('Look at the model', () => {
        mode.value = 'model';
      }),
      button('Leave or come', () => {
        isShown.value = !isShown.value;
      }),
      isShown.value ? h('openhouse-tour', { ref: tour, ...props }) : null,
    ]);
  };
});
