import { createApp, createSSRApp } from 'vue';
import { VuePage } from './vue-page.ts';

const isRendered = document.getElementById('app')?.hasChildNodes() === true;
(isRendered ? createSSRApp : createApp)(VuePage).mount('#app');
