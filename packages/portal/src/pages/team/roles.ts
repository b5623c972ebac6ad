import type { TeamRole } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';

/** @returns The roles and their names in the page's language, the most able first. */
export function useRoles(): readonly (readonly [role: TeamRole, name: string])[] {
  const { t } = useTranslation();
  return (['owner', 'member', 'viewer'] as const).map((role) => [role, t(`team.role.${role}`)] as const);
}
