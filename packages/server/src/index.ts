export { type Config, isProduction, parseConfig, requiredKeys, secretNames, variables } from './config/config.ts';
export { nearest } from './config/nearest.ts';
export { configurationPage } from './config/reference-page.ts';
export { generateKey, loadSecrets, type RingName, ringsOf } from './config/secrets.ts';
export { assetStoreAddress, ConfigError } from './config/variables.ts';
export { configWarnings, misspeltNames } from './config/warnings.ts';
export { type Database, StoreError } from './kernel/database/database.ts';
export { holdsStore, migrate, requireMigrated } from './kernel/database/migrate.ts';
export { type PlannedStatement, type PlannedTable, planMigrations } from './kernel/database/plan-migrations.ts';
export { isPortBlocked } from './kernel/http/blocked-port.ts';
export { outsideFetch } from './kernel/http/outside-fetch.ts';
export { withMembersInList } from './kernel/json/splice.ts';
export { removeLeftBehind, removeUnfinished, wholeFolder } from './kernel/whole-folder.ts';
export { alertRules, grafanaDashboard, metricsPage } from './observe/monitoring-pages.ts';
export { answerLine, type Tool, ToolRefusal } from './portal/agents/protocol.ts';
export { AGENT_INSTRUCTIONS, type AgentReader, toolsOf } from './portal/agents/tools.ts';
export { listAppsOfTeam } from './portal/apps/list-apps.ts';
export {
  type ChangedHead,
  changedHeads,
  type FollowedEntry,
  headsOfChains,
  newEntries,
  type Progress,
} from './portal/audit/follow-chains.ts';
export { type ChainVerdict, verifyAuditChains } from './portal/audit/verify-chains.ts';
export { listTeams } from './portal/teams/list-teams.ts';
export type { TeamSummary } from './portal/teams/store.ts';
export { toursOfTeam } from './portal/tours/list-tours.ts';
export { removeTourOfTeam } from './portal/tours/remove-tour.ts';
export { deliver } from './portal/webhooks/deliver.ts';
export type { Tried } from './portal/webhooks/outbox-store.ts';
export { signedHeaders } from './portal/webhooks/rules.ts';
export { isWebhookSecret, newWebhookSecret } from './portal/webhooks/webhook-secret.ts';
export { BEYOND_GRACE_MS, endWithin, LAST_MS } from './process/deadline.ts';
export type { DemoFacts } from './process/demo/load-demo.ts';
export { dateHeaderVerdict } from './process/doctor/database.ts';
export { examineInstallation } from './process/doctor/examine.ts';
export { broken, type Finding, ok, warning } from './process/doctor/finding.ts';
export { foreignFiles } from './process/foreign-files.ts';
export { exportInstallation } from './process/installation/export-installation.ts';
export { type Carried, type CarriedTable, InstallationRefused } from './process/installation/format.ts';
export { importInstallation } from './process/installation/import-installation.ts';
export { addKey, type ChangedRing, dependentText, retireKey, useKey } from './process/keys/change-ring.ts';
export { KeyRefused } from './process/keys/key-refused.ts';
export { type Dependent, type KeyReport, lookAtKeys } from './process/keys/look-at-keys.ts';
export {
  type Resealed,
  remakeVerifiers,
  resealAppSecrets,
  resealSessions,
  resealWebhookSecrets,
} from './process/keys/reseal.ts';
export { ringText } from './process/keys/rules.ts';
export { type LocalPortal, openLocalPortal } from './process/local-portal.ts';
export { type KnownPerson, type NamedTeam, peopleNamed, teamsNamed } from './process/named/store.ts';
export { openAssetStore } from './process/open-asset-store.ts';
export { missingStore, openStore } from './process/open-store.ts';
export { migratesByItself } from './process/prepare-store.ts';
export type { Service } from './process/service.ts';
export { explained, isOnlyAway, StartFailed } from './process/start-failures.ts';
export { startService } from './process/start-service.ts';
export { countedParts, type PartVerdict, verifyInstallation } from './process/verify/verify-installation.ts';
export { WorkersFailed } from './process/workers/supervisor.ts';
export { codesOfTeam, ExportRefused, exportTour } from './tours/export/export-tours.ts';
export { adoptAssetPlace, claimedOnUse } from './tours/files/asset-place.ts';
export { CollectionBusy, collectAssets, LEAST_AGE_S } from './tours/files/collect-assets.ts';
export { MoveRefused, moveAssets } from './tours/files/move-assets.ts';
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
export { roomOf } from './tours/import/store.ts';
export { type TourOnDisk, tourOnDisk } from './tours/import/tour-on-disk.ts';
