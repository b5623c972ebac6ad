import { describeShownBotCheck } from './shown-bot-check.ts';

describeShownBotCheck('hcaptcha');
describeShownBotCheck('recaptcha');
