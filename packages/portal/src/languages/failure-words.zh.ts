// The service says the same where Accept-Language asks for it.
export { portalFailuresInChinese as failureWords } from '@openhouse/contract';
