import { Menu } from '@mantine/core';
import type { Team } from '@openhouse/contract';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount, usePortal } from '../../api/portal-context.tsx';
import { useAction } from '../../api/use-action.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { paths } from '../paths.ts';

interface TeamItemsProps {
  readonly teams: readonly Team[];
  /** The Team that the page shows. */
  readonly shown: Team;
  /** Told why a choice did not happen; undefined when another one begins. */
  readonly onFailure: (error: Error | undefined) => void;
  readonly onCreate: () => void;
}

/** The Teams to choose from. Choosing one leads to its apps: nothing of the other Team stays on the page. */
export function TeamItems({ teams, shown, onFailure, onCreate }: TeamItemsProps) {
  const { t } = useTranslation();
  const portal = usePortal();
  const { mayLeave, showTeam } = useAccount();
  const navigate = useNavigate();
  const choice = useAction({
    act: ({ signal, key }, id: string) => {
      onFailure(undefined);
      return portal.call('activate-team', { params: { id }, body: {} }, signal, key);
    },
    onSuccess: async (_, id) => {
      // Whatever holds the page was asked before.
      await navigate({ to: paths.apps, ignoreBlocker: true });
      await showTeam(id);
    },
    onError: onFailure,
    // The menu closes with the choice.
    outlives: true,
  });
  const choose = async (id: string) => {
    if (await mayLeave()) choice.mutate(id);
  };
  return (
    <>
      <Menu.Label>{t('team.teams')}</Menu.Label>
      <Menu.RadioGroup value={shown.id} onChange={(id) => id !== null && void choose(id)}>
        {teams.map(({ id, name }) => (
          <Menu.RadioItem key={id} value={id} closeMenuOnClick>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item leftSection={<PlusIcon size={15} />} onClick={onCreate}>
        {t('team.new')}
      </Menu.Item>
    </>
  );
}
