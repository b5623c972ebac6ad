import { describeShownBotCheck } from './shown-bot-check.ts';

// The others: shown-bot-check.heavy.test.ts.
describeShownBotCheck('turnstile');
