import type { CommandLineSignIn } from '@openhouse/contract';
import { useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { Crumb } from '../../shell/crumb.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { CodeForm } from './code-form.tsx';
import { ConsentCard } from './consent-card.tsx';
import { Decided } from './decided.tsx';
import { useWords } from './words.ts';

/** A sign-in that was found, with the code it was found by. */
interface Found {
  readonly userCode: string;
  readonly signIn: CommandLineSignIn;
}

/**
 * Where a person signs the command line in (decision 0046). The code is typed here: no address carries one, so no link
 * can bring somebody to a consent that they did not ask for.
 */
export function AuthorizePage() {
  const { t } = useWords();
  const portal = usePortal();
  const [found, setFound] = useState<Found>();
  const finding = useAction({
    act: async ({ signal, key }, userCode: string): Promise<Found> => ({
      userCode,
      signIn: (await portal.call('find-command-line-sign-in', { body: { userCode } }, signal, key)).signIn,
    }),
    onSuccess: setFound,
  });
  const deciding = useAction({
    act: async ({ signal, key }, { userCode, decision }: { userCode: string; decision: 'allow' | 'deny' }) =>
      (await portal.call('decide-command-line-sign-in', { body: { userCode, decision } }, signal, key)).decision,
  });
  const startAgain = () => {
    deciding.reset();
    finding.reset();
    setFound(undefined);
  };

  return (
    <>
      <Crumb>
        <span>{t('authorize:crumb')}</span>
      </Crumb>
      {found !== undefined && deciding.data !== undefined ? (
        <Decided decision={deciding.data} machine={found.signIn.machine} onAgain={startAgain} />
      ) : (
        <>
          <PageHeading title={t('authorize:title')} lede={t('authorize:lede')} />
          {found === undefined ? (
            <CodeForm busy={finding.isPending} error={finding.error} onCode={finding.mutate} />
          ) : (
            <ConsentCard
              {...found}
              deciding={deciding.isPending ? deciding.variables.decision : undefined}
              error={deciding.error}
              onDecide={(decision) => deciding.mutate({ userCode: found.userCode, decision })}
              onOtherCode={startAgain}
            />
          )}
        </>
      )}
    </>
  );
}
