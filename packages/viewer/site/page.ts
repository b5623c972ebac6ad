import { keepStateInAddress } from './state-in-address.ts';

// The tour speaks the visitor's language; without this it would take the page's.
document.documentElement.lang = navigator.language;
keepStateInAddress();
