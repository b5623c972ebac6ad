import { pageUnderChange } from './page-under-change.ts';

// All of them: page-under-change.heavy.test.ts.
pageUnderChange('a page under which the Team, the network or the session goes', ['create-app', 'import-tours']);
