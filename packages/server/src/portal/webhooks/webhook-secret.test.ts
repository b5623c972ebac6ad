import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isWebhookSecret, newWebhookSecret } from './webhook-secret.ts';

const base64 = randomBytes(32).toString('base64');

test.each([
  [newWebhookSecret(), true],
  // Libraries of receivers take it without its padding too.
  [`whsec_${base64.replace('=', '')}`, true],
  [`whsec_${randomBytes(24).toString('base64')}`, true],
  // A character that was lost in copying: no bytes have this many, and the receiver takes it for no secret.
  [`whsec_${base64.slice(0, 41)}`, false],
  [`whsec_${base64.replace('=', '==')}`, false],
  [`whsec_${randomBytes(16).toString('base64')}`, false],
  [base64, false],
])('%s is a secret: %s', (text, is) => expect(isWebhookSecret(text)).toBe(is));
