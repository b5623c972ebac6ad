import type { Config } from '../config/config.ts';
import { serveAlone } from './serve-alone.ts';
import type { Service, ServiceOptions } from './service.ts';
import { serveWithWorkers } from './workers/serve-with-workers.ts';

/** Starts the service: in this process, or in as many workers as the configuration asks for (decision 0042). */
export function startService(config: Config, options: ServiceOptions): Promise<Service> {
  return config.WORKERS === 1 ? serveAlone(config, options) : serveWithWorkers(config, options);
}
