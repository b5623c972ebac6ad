import { pageActions } from './page-actions.ts';
import { pageUnderChange } from './page-under-change.ts';

pageUnderChange('every page under which the Team, the network or the session goes', Object.keys(pageActions));
