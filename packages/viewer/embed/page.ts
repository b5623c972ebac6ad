import { keepStateInAddress } from '../site/state-in-address.ts';

// The server wrote the page in the visitor's language; its element takes that.
keepStateInAddress();
