export { listAppsOfTeam } from './apps/list-apps.ts';
export { localAssetStore } from './assets/local-asset-store.ts';
export { type ChainVerdict, verifyAuditChains } from './audit/verify-chains.ts';
export { type Config, isProduction, parseConfig, requiredKeys, variables } from './config.ts';
export { ConfigError } from './config-variables.ts';
export { configurationPage } from './configuration-page.ts';
export { type Database, StoreError } from './database/database.ts';
export { migrate, requireMigrated } from './database/migrate.ts';
export type { DemoFacts } from './demo/load-demo.ts';
export { dateHeaderVerdict } from './doctor/database.ts';
export { examineInstallation } from './doctor/examine.ts';
export { broken, type Finding, ok, warning } from './doctor/finding.ts';
export { type Resealed, resealAppSecrets, resealSessions } from './keys/reseal.ts';
export {
  findPerson,
  type KnownPerson,
  type LocalPortal,
  openLocalPortal,
  PersonUnclear,
} from './local-portal.ts';
export { openStore } from './open-store.ts';
export { generateKey, loadSecrets } from './secrets.ts';
export type { Service } from './service.ts';
export { startService } from './start-service.ts';
export { toursOfTeam } from './team-tours/list-tours.ts';
export { removeTourOfTeam } from './team-tours/remove-tour.ts';
export { listTeams } from './teams/list-teams.ts';
export type { TeamSummary } from './teams/store.ts';
export { codesOfTeam, ExportRefused, exportTour } from './tours/export/export-tours.ts';
export { findTeam, type NamedTeam, TeamUnclear } from './tours/import/find-team.ts';
export { ImportPathError } from './tours/import/find-tours.ts';
export {
  type ImportedTour,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
  importTours,
  type RefusedTour,
} from './tours/import/import-tours.ts';
export { type ImportProblem, MAX_LISTED_PROBLEMS, problemText } from './tours/import/problem.ts';
export { WorkersFailed } from './workers/supervisor.ts';
