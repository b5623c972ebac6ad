import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import { chooseTarget, dashboard, safeTarget, withQueryOf } from '../../../packages/server/src/portal/sign-in/rules.ts';
import { leavesPortal, specialTargets, targetPieces } from '../../../packages/server/src/testing/random-targets.ts';
import type { Target } from '../target.ts';

/** The rules of redirect targets against the URL standard: wherever a browser is sent, it stays on the portal. */
export const redirects: Target = {
  name: 'redirects',
  sources: ['/portal/sign-in/rules.ts'],
  inputs: fc
    .oneof(specialTargets, fc.string({ unit: 'binary', maxLength: 20 }), fc.webPath())
    .map((target) => Buffer.from(target)),
  pieces: [
    ...targetPieces,
    'https:',
    '//',
    '%252f',
    '%00',
    '%0d%0a',
    'javascript:',
    '\u00a0',
    '\ufeff',
    '&next=',
    'gotoURL=',
  ],
  judge(input) {
    const text = input.toString();
    const verdicts = [text, `/${text}`].map((raw) => {
      const target = safeTarget(raw);
      equal(leavesPortal(target), false, 'leaves the portal');
      // A proxy that decodes once more, and a browser that drops tabs and line ends and turns backslashes.
      for (const reread of [decoded(target), target.replaceAll(/[\t\r\n]/g, ''), target.replaceAll('\\', '/')]) {
        equal(leavesPortal(reread), false, 'leaves the portal when it is read again');
      }
      equal(safeTarget(target), target, 'what was accepted is accepted differently');
      return target === dashboard ? 'the dashboard' : 'itself';
    });
    const chosen = chooseTarget(text, dashboard);
    equal(leavesPortal(chosen), false, 'a query leads away');
    equal(leavesPortal(withQueryOf('/auth/sign-in', `/login?${text}`)), false, 'an old address leads away');
    return verdicts.join(' | ');
  },
};

function decoded(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
