export { localAssetStore } from './assets/local-asset-store.ts';
export { type Config, isProduction, parseConfig, requiredKeys, variables } from './config.ts';
export { ConfigError } from './config-variables.ts';
export { configurationPage } from './configuration-page.ts';
export { type Database, StoreError } from './database/database.ts';
export { migrate, requireMigrated } from './database/migrate.ts';
export type { DemoFacts } from './demo/load-demo.ts';
export { openStore } from './open-store.ts';
export { generateKey } from './secrets.ts';
export { type Service, startService } from './service.ts';
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
