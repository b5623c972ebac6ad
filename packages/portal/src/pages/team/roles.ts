import { type TeamRole, teamRoles } from '@openhouse/contract';
import { useTranslation } from 'react-i18next';

/** @returns The roles and their names in the page's language. */
export function useRoles(): readonly (readonly [role: TeamRole, name: string])[] {
  const { t } = useTranslation();
  return teamRoles.map((role) => [role, t(`team.role.${role}`)] as const);
}
