import type { Config } from '../config/config.ts';
import { createLog } from '../observe/log.ts';
import { refuseInsideAddresses } from './inside-addresses.ts';
import { serveAlone } from './serve-alone.ts';
import type { Service, ServiceOptions } from './service.ts';
import { refuseOpenFiles, StartFailed, startFailure } from './start-failures.ts';
import { serveWithWorkers } from './workers/serve-with-workers.ts';

/**
 * Starts the service: in this process, or in as many workers as the configuration asks for (decision 0042).
 * @throws {ConfigError | StoreError | WorkersFailed | StartFailed} With what is wrong and the remedy.
 */
export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  try {
    await refuseOpenFiles(config);
    await refuseInsideAddresses(config);
    return await (config.WORKERS === 1 ? serveAlone(config, options) : serveWithWorkers(config, options));
  } catch (error) {
    const failure = startFailure(error, config);
    if (failure instanceof StartFailed) {
      const log = options.log ?? createLog(config.LOG_LEVEL);
      log.debug({ err: failure.cause }, 'start failed');
    }
    throw failure;
  }
}
