export { type Config, isProduction, parseConfig, requiredKeys, variables } from './config/config.ts';
export { configurationPage } from './config/reference-page.ts';
export { generateKey, loadSecrets } from './config/secrets.ts';
export { ConfigError } from './config/variables.ts';
export { configWarnings, misspeltNames } from './config/warnings.ts';
export { type Database, StoreError } from './kernel/database/database.ts';
export { migrate, requireMigrated } from './kernel/database/migrate.ts';
export { listAppsOfTeam } from './portal/apps/list-apps.ts';
export { type ChainVerdict, verifyAuditChains } from './portal/audit/verify-chains.ts';
export { listTeams } from './portal/teams/list-teams.ts';
export type { TeamSummary } from './portal/teams/store.ts';
export { toursOfTeam } from './portal/tours/list-tours.ts';
export { removeTourOfTeam } from './portal/tours/remove-tour.ts';
export { BEYOND_GRACE_MS, endWithin, LAST_MS } from './process/deadline.ts';
export type { DemoFacts } from './process/demo/load-demo.ts';
export { dateHeaderVerdict } from './process/doctor/database.ts';
export { examineInstallation } from './process/doctor/examine.ts';
export { broken, type Finding, ok, warning } from './process/doctor/finding.ts';
export { type Resealed, resealAppSecrets, resealSessions } from './process/keys/reseal.ts';
export { type LocalPortal, openLocalPortal } from './process/local-portal.ts';
export { type KnownPerson, type NamedTeam, peopleNamed, teamsNamed } from './process/named/store.ts';
export { openAssetStore } from './process/open-asset-store.ts';
export { openStore } from './process/open-store.ts';
export type { Service } from './process/service.ts';
export { explained, StartFailed } from './process/start-failures.ts';
export { startService } from './process/start-service.ts';
export { WorkersFailed } from './process/workers/supervisor.ts';
export { codesOfTeam, ExportRefused, exportTour } from './tours/export/export-tours.ts';
export { ImportPathError } from './tours/import/find-tours.ts';
export {
  type ImportedTour,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
  importTours,
  type RefusedTour,
} from './tours/import/import-tours.ts';
export {
  type ImportNotice,
  type ImportProblem,
  MAX_LISTED_PROBLEMS,
  noticeText,
  problemText,
} from './tours/import/problem.ts';
export { type ProblemGroup, problemSummary } from './tours/import/problem-summary.ts';
