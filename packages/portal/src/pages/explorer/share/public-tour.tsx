import { EMBED_HOSTS_MAX, type Team, type TourEmbed } from '@openhouse/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { PortalClient } from '../../../api/portal-client.ts';
import { usePortal } from '../../../api/portal-context.tsx';
import { PortalError } from '../../../api/portal-error.ts';
import { readAgain } from '../../../api/queries.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTourWords } from '../../../languages/use-tour-words.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { FailureMessage } from '../../../ui/failure-message.tsx';
import { LinesField } from '../../../ui/lines-field.tsx';
import { Message } from '../../../ui/message.tsx';
import { Waiting } from '../../../ui/waiting.tsx';

interface PublicTourProps {
  readonly team: Team;
  readonly resourceCode: string;
  /** The version of the tour that was looked at: only that one is made public. */
  readonly version: string | undefined;
}

/** Whether a tour is public. */
export function embedQuery(portal: PortalClient, teamId: string, resourceCode: string) {
  return queryOptions({
    queryKey: ['team', teamId, 'tours', resourceCode, 'embed'],
    queryFn: async ({ signal }) =>
      (await portal.call('get-embed', { params: { resource_code: resourceCode } }, signal)).embed,
    refetchInterval: ({ state }) => readAgain(state.error, false),
  });
}

/** Whether the tour is public, and which pages may frame it. Owners and members change it, everybody sees it. */
export function PublicTour({ team, resourceCode, version }: PublicTourProps) {
  const { t } = useTourWords();
  const queries = useQueryClient();
  const { data: embed, error } = useQuery(embedQuery(usePortal(), team.id, resourceCode));
  // Of one that is public as it is now, there is nothing to look at before.
  const isOther = embed !== undefined && embed.state !== 'on' && embed.version !== version;
  useEffect(() => {
    // The page behind shows the tour as it is now.
    if (isOther) void queries.invalidateQueries({ queryKey: ['team', team.id, 'tours', resourceCode, 'operations'] });
  }, [isOther, queries, team.id, resourceCode]);
  const failure = error && <FailureMessage error={error} tried={t('tour:publicNotRead')} repeats />;
  if (embed === undefined) return failure ?? <Waiting />;
  return (
    <>
      {failure}
      {embed.state === 'replaced' && !isOther && <Message tone="warning">{t('tour:replaced')}</Message>}
      {isOther && team.role !== 'viewer' && <Message tone="warning">{t('tour:notLookedAt')}</Message>}
      {team.role === 'viewer' ? (
        <PublicFacts embed={embed} />
      ) : (
        <PublicForm embed={embed} team={team} version={version} isOther={isOther} />
      )}
    </>
  );
}

function PublicFacts({ embed: { state, hosts } }: { readonly embed: TourEmbed }) {
  const { t } = useTourWords();
  return (
    <>
      <p>{t(state === 'on' ? 'tour:isPublic' : 'tour:isNotPublic')}</p>
      {state === 'on' && (
        <p>{hosts.length === 0 ? t('tour:noHosts') : t('tour:framedBy', { hosts: hosts.join(', ') })}</p>
      )}
      <p>{t('tour:onlyMembers')}</p>
    </>
  );
}

const STATES = ['off', 'on'] as const;
const stateOf = ({ state }: TourEmbed): (typeof STATES)[number] => (state === 'on' ? 'on' : 'off');
const hostsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

interface PublicFormProps extends Pick<PublicTourProps, 'team' | 'version'> {
  readonly embed: TourEmbed;
  /** Whether another version is there by now. */
  readonly isOther: boolean;
}

function PublicForm({ embed, team, version, isOther }: PublicFormProps) {
  const { t } = useTourWords();
  const portal = usePortal();
  const queries = useQueryClient();
  const { resourceCode } = embed;
  // What the person changed; the rest is as it is stored, whoever changes that meanwhile.
  const [chosen, setChosen] = useState<ReturnType<typeof stateOf>>();
  const [typed, setTyped] = useState<{ readonly text: string; readonly over: string }>();
  const stored = embed.hosts.join('\n');
  const state = chosen ?? stateOf(embed);
  const text = typed?.text ?? stored;
  const hosts = hostsIn(text);
  const change = useAction({
    act: ({ signal, key }, body: { on?: boolean; version?: string; hosts?: string[] }) =>
      portal.call('change-embed', { params: { resource_code: resourceCode }, body }, signal, key),
    onSuccess: ({ embed: changed }, sent) => {
      queries.setQueryData(embedQuery(portal, team.id, resourceCode).queryKey, changed);
      // What was changed since it was sent stays.
      setChosen((now) => (now === stateOf(changed) ? undefined : now));
      const saved = (sent.hosts ?? changed.hosts).join(' ');
      setTyped((now) => (now !== undefined && hostsIn(now.text).join(' ') === saved ? undefined : now));
    },
    // What is public now, and which version it is about.
    onError: () => queries.invalidateQueries(embedQuery(portal, team.id, resourceCode)),
  });
  const body = {
    // One that was replaced is not on; off is said all the same, and then it is off.
    ...((state === 'on') !== (embed.state === 'on') || (embed.state === 'replaced' && state === 'off')
      ? { on: state === 'on', ...(state === 'on' && version !== undefined && { version }) }
      : {}),
    ...(hosts.join(' ') !== embed.hosts.join(' ') && { hosts }),
  };
  const isIdle = Object.keys(body).length === 0 || (isOther && body.on === true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending && !isIdle) change.mutate(body);
  };
  return (
    <form onSubmit={submit}>
      {change.error && <Refusal error={change.error} hosts={change.variables?.hosts ?? []} />}
      <ChoiceField
        label={t('tour:public')}
        value={state}
        choices={STATES.map((one) => [one, t(`tour:${one}`)])}
        onChange={setChosen}
      />
      <LinesField
        label={t('tour:hosts')}
        hint={t('tour:hostsHint', { count: EMBED_HOSTS_MAX })}
        value={text}
        placeholder="https://homes.example"
        onChange={(next) => setTyped({ text: next, over: typed?.over ?? stored })}
      />
      {typed !== undefined && typed.over !== stored && body.hosts !== undefined && (
        <Message tone="warning">
          {t('tour:hostsChanged', { hosts: embed.hosts.join(', ') || t('tour:noHost') })}
        </Message>
      )}
      <div>
        <Button look="primary" type="submit" busy={change.isPending} disabled={isIdle}>
          {t('tour:save')}
        </Button>
      </div>
    </form>
  );
}

/** The portal names no code of its own for a host that is none, but says which one it is; in Chinese within brackets. */
function Refusal({ error, hosts }: { readonly error: Error; readonly hosts: readonly string[] }) {
  const { t } = useTourWords();
  if (error instanceof PortalError && error.code === 'REQUEST_INVALID') {
    const host = hosts[Number(/(?:^|（)\/hosts\/(\d+)/.exec(error.message)?.[1])];
    if (host !== undefined) return <Message tone="alert">{t('tour:hostRefused', { host })}</Message>;
    if (hosts.length > EMBED_HOSTS_MAX)
      return <Message tone="alert">{t('tour:hostsTooMany', { count: hosts.length, most: EMBED_HOSTS_MAX })}</Message>;
  }
  return <FailureMessage error={error} tried={t('problems.actionFailed')} />;
}
