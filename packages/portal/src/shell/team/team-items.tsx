import { Menu } from '@mantine/core';
import type { Team } from '@openhouse/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePortal } from '../../api/portal-context.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { paths } from '../paths.ts';

interface TeamItemsProps {
  readonly teams: readonly Team[];
  readonly onCreate: () => void;
}

/** The Teams to choose from. Choosing one leads to its apps: nothing of the other Team stays on the page. */
export function TeamItems({ teams, onCreate }: TeamItemsProps) {
  const { t } = useTranslation();
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const choice = useMutation({
    mutationFn: (id: string) => portal.call('activate-team', { params: { id }, body: {} }),
    onSuccess: async () => {
      await navigate({ to: paths.apps });
      await queries.invalidateQueries({ queryKey: ['account'] });
    },
  });
  return (
    <>
      <Menu.Label>{t('team.teams')}</Menu.Label>
      <Menu.RadioGroup
        value={teams.find(({ isActive }) => isActive)?.id ?? null}
        onChange={(id) => id !== null && choice.mutate(id)}
      >
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
