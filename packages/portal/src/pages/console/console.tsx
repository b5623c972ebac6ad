import type { OperationAnswer, OperationForm, OperationName } from '@openhouse/contract';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { gatewayAddress } from '../../api/page-facts.ts';
import type { DataOfCall } from '../../api/portal-calls.ts';
import { PortalError } from '../../api/portal-error.ts';
import { type ActionCall, useAction } from '../../api/use-action.ts';
import { useConsoleWords } from '../../languages/use-console-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { AnswerView } from './answer-view.tsx';
import styles from './console.module.css';
import { operationCode } from './operation-code.ts';
import { OperationField, sentParameters } from './operation-field.tsx';
import { useOperationWords } from './operation-words.ts';

/** One call, as the form holds it. */
export interface ConsoleCall {
  readonly appKey: string;
  readonly operation: OperationName;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ConsoleProps {
  /** Operations that can be run here; never empty. */
  readonly operations: readonly [OperationForm, ...OperationForm[]];
  readonly failures: DataOfCall<'list-operations'>['failures'];
  /** App key that stands in the examples. */
  readonly appKey: string;
  /** Values to begin with, by parameter; `operation` names the operation. */
  readonly initial: Readonly<Record<string, string>>;
  readonly run: (call: ConsoleCall, how: ActionCall) => Promise<OperationAnswer>;
  /** Why an operation cannot be run by this person; undefined when it can. */
  readonly refusal?: (form: OperationForm) => string | undefined;
  /** Stands above the choice of the operation. */
  readonly above?: ReactNode;
  /** Keeps operation and parameters in the page's address, so that a call can be passed on. */
  readonly keepsAddress?: boolean;
}

/** Runs operations of the gateway: a form from the contract, the answer beside it, and the same call in code. */
export function Console({ operations, failures, appKey, initial, run, refusal, above, keepsAddress }: ConsoleProps) {
  const { t } = useConsoleWords();
  const { history } = useRouter();
  const { pathname } = useLocation();
  const words = useOperationWords(failures);
  const [name, setName] = useState<string>(initial.operation ?? '');
  const [values, setValues] = useState<Readonly<Record<string, string>>>(initial);
  const [isAsking, setAsking] = useState(false);
  const form = operations.find((one) => one.name === name) ?? operations[0];
  const parameters = sentParameters(form.parameters, values);
  const asked: ConsoleCall = { appKey, operation: form.name, parameters };
  const call = useAction({ act: (how, input: ConsoleCall) => run(input, how) });
  const { mutate, variables: ran } = call;
  const refused = refusal?.(form);
  // A read that came too soon or too often is run again by itself, while the form still holds it; what changes something
  // is for the person to repeat.
  const repeats = !form.changes && JSON.stringify(ran) === JSON.stringify(asked);
  const againS = repeats ? retryAfterS(call.data, call.error) : undefined;
  useEffect(() => {
    if (againS === undefined || ran === undefined || call.isPending) return;
    const timer = setTimeout(() => mutate(ran), againS * 1000);
    return () => clearTimeout(timer);
  }, [againS, ran, call.isPending, mutate]);

  const start = () => {
    setAsking(false);
    mutate(asked);
    if (keepsAddress) history.replace(`${pathname}?${new URLSearchParams({ operation: form.name, ...parameters })}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refused !== undefined || call.isPending) return;
    if (form.changes) setAsking(true);
    else start();
  };
  const choose = (chosen: string) => {
    setName(chosen);
    // The answer would be of another operation than the form.
    call.cancel();
  };

  return (
    <>
      <div className={styles.columns}>
        <Card title={t('console:request')}>
          <form className={styles.form} onSubmit={submit} noValidate aria-label={t('console:request')}>
            {above}
            <ChoiceField
              label={t('console:operation')}
              value={form.name}
              choices={operations.map((one) => [one.name, words.title(one)] as const)}
              onChange={choose}
            />
            <p className={styles.address}>
              <span className={styles.method}>{form.method}</span>
              <span>{form.path}</span>
            </p>
            <p className={styles.description}>{words.description(form)}</p>
            {form.parameters.map((parameter) =>
              parameter.control === 'credential' ? (
                <p key={parameter.name} className={styles.description}>
                  <code>{parameter.name}</code>: {t('console:filledIn')}
                </p>
              ) : (
                <OperationField
                  key={parameter.name}
                  parameter={parameter}
                  words={words}
                  value={values[parameter.name] ?? ''}
                  onChange={(value) => setValues((before) => ({ ...before, [parameter.name]: value }))}
                />
              ),
            )}
            <div className={styles.run}>
              {refused === undefined && (
                <Button look="primary" type="submit" busy={call.isPending}>
                  {t('console:run')}
                </Button>
              )}
              <p>{refused ?? t('console:where')}</p>
            </div>
          </form>
        </Card>
        <Card title={t('console:answer')}>
          {call.error && (
            <div className={styles.answer}>
              <FailureMessage error={call.error} tried={t('console:failed')} repeats={repeats} />
            </div>
          )}
          {call.data === undefined && !call.error && (
            <p className={styles.empty}>{call.isPending ? t('console:running') : t('console:nothingYet')}</p>
          )}
          {call.data !== undefined && againS !== undefined && (
            <p className={styles.empty}>{t('problems.again', { seconds: againS })}</p>
          )}
          {call.data !== undefined && <AnswerView answer={call.data} words={words} />}
        </Card>
      </div>
      <div className={styles.code}>
        <CodeBlock
          label={t('console:inCode')}
          tabs={operationCode({ form, parameters, baseUrl: gatewayAddress(document), appKey })}
        />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('console:activateTitle', { code: parameters.resource_code ?? '' })}
          confirm={t('console:activate')}
          busy={call.isPending}
          onConfirm={start}
          onClose={() => setAsking(false)}
        >
          <p>{t('console:activateText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Seconds until a refused call may be repeated, as the gateway or the portal says; undefined where it says nothing. */
function retryAfterS(answer: OperationAnswer | undefined, error: Error | null): number | undefined {
  if (error instanceof PortalError) return error.retryAfterS;
  const said = answer?.headers.find(({ name }) => name === 'retry-after')?.value;
  return said === undefined || !/^\d+$/.test(said) ? undefined : Number(said);
}
