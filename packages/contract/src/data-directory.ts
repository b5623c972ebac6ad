/** The data directory where `DATA_DIR` names none, below the working directory. */
export const DEFAULT_DATA_DIRECTORY = '.openhouse';

/** What lies in a data directory: the service writes it, its doctor and the command look for it. */
export const DATA_DIRECTORY = {
  /** The embedded store. */
  database: 'database',
  /** Files of tours, by their hash. */
  assets: 'assets',
  /** Uploads until they are imported. */
  uploads: 'uploads',
  /** Keys that the first start generated. */
  keys: 'keys.json',
  /** What scripts and the banner need of the demo. */
  demo: 'demo.json',
} as const;
