import type { BotCheckChallenge } from '@openhouse/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePortal } from '../../../api/portal-context.tsx';
import { PortalError, PortalUnreachable } from '../../../api/portal-error.ts';
import { useAction } from '../../../api/use-action.ts';
import { useSecretWords } from '../../../languages/use-secret-words.ts';
import { signInPath } from '../../../shell/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { Message } from '../../../ui/message.tsx';
import { BotCheckFrame } from './bot-check-frame.tsx';
import { BotCheckUnsupported, solveBotCheck } from './solve-bot-check.ts';

interface RevealDialogProps {
  readonly appKey: string;
  readonly version: number;
  /** Shows what the given call answers with, for as long as it may show. */
  readonly onReveal: (ask: () => Promise<string>) => Promise<void>;
  readonly onClose: () => void;
}

/**
 * Asks before a secret shows. The page does a proof of work itself; the check of another service is shown, and has to be
 * passed first. The secret goes past every cache, straight to the page.
 */
export function RevealDialog({ appKey, version, onReveal, onClose }: RevealDialogProps) {
  const { t } = useSecretWords();
  const portal = usePortal();
  const [kind, setKind] = useState<BotCheckChallenge['kind']>();
  const [passed, setPassed] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const [broken, setBroken] = useState<Error>();

  useEffect(() => {
    // What goes wrong here goes wrong again, and is shown, when the person asks.
    portal.call('bot-check-challenge', {}).then(
      (challenge) => setKind(challenge.kind),
      () => undefined,
    );
  }, [portal]);
  /** What was sent under a key: a repetition of the same reveal sends the same (decision 0088). */
  const sent = useRef<{ readonly key: string; readonly botCheck: string }>(undefined);
  const showBroken = useCallback(() => setBroken(new BotCheckUnsupported('not shown')), []);

  const proveByWork = async (signal: AbortSignal) => {
    const challenge = await portal.call('bot-check-challenge', {}, signal);
    setKind(challenge.kind);
    return challenge.kind === 'altcha' ? await solveBotCheck(challenge) : undefined;
  };

  const isShown = kind !== undefined && kind !== 'altcha';
  const reveal = useAction({
    act: async ({ signal, key }) => {
      setBroken(undefined);
      try {
        const known = sent.current?.key === key ? sent.current.botCheck : undefined;
        const botCheck = known ?? passed ?? (await proveByWork(signal));
        if (botCheck === undefined) return;
        sent.current = { key, botCheck };
        const params = { app_key: appKey, version: String(version) };
        await onReveal(
          async () => (await portal.call('reveal-secret', { params, body: { botCheck } }, signal, key)).secret,
        );
        onClose();
      } catch (error) {
        if (error instanceof PortalUnreachable) throw error;
        // An answer counts once: the next try needs a new one.
        setPassed(null);
        setTries((count) => count + 1);
        throw error;
      }
    },
  });
  const checking = reveal.isPending;
  const error = broken ?? reveal.error;

  return (
    <Dialog title={t('secrets:revealTitle', { version })} onClose={onClose}>
      <p>{t('secrets:revealText')}</p>
      {isShown && <BotCheckFrame key={tries} onAnswer={setPassed} onBroken={showBroken} />}
      {error instanceof BotCheckUnsupported && <Message tone="alert">{t('secrets:checkUnsupported')}</Message>}
      {error !== null && !(error instanceof BotCheckUnsupported) && (
        <FailureMessage error={error} tried={t('problems.actionFailed')} />
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {error instanceof PortalError && error.code === 'SIGN_IN_TOO_OLD' && (
          <LinkButton href={signInPath(window.location.pathname)}>{t('problems.signIn')}</LinkButton>
        )}
        <Button look="primary" busy={checking} disabled={isShown && passed === null} onClick={() => reveal.mutate()}>
          {checking ? t('secrets:checking') : t('secrets:revealConfirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
