import { type Config, isProduction, parseConfig } from '../../config/config.ts';
import { runsJobs, servesGateway, servesPortal } from '../../config/parts.ts';
import { ConfigError } from '../../config/variables.ts';
import { configWarnings, misspeltNames } from '../../config/warnings.ts';
import { examineAddresses } from './addresses.ts';
import { examineCertificates } from './certificates.ts';
import { examineCollector } from './collector.ts';
import { examineDatabase } from './database.ts';
import { examineFiles, examineKeys } from './files.ts';
import { broken, type Finding, ok, warning } from './finding.ts';
import { examineMachine } from './machine.ts';
import { examineMail } from './mail.ts';
import { examineBotCheck, examineOutside, examineProvider, examineUpstream } from './provider.ts';
import { examineRedis } from './redis.ts';
import { examineService } from './service.ts';

/**
 * Looks at everything an installation stands on, and changes nothing. Ends with the configuration when that is wrong:
 * everything else hangs on it.
 * @param env The environment of the process.
 */
export async function* examineInstallation(env: Readonly<Record<string, string | undefined>>): AsyncGenerator<Finding> {
  for (const sentence of misspeltNames(env))
    yield warning('configuration', sentence, 'docs/reference/configuration.md');
  const config = configOf(env);
  if (config instanceof ConfigError) {
    for (const problem of config.problems)
      yield broken('configuration', problem.endsWith('?') ? problem : `${problem}.`, 'docs/reference/configuration.md');
    return;
  }
  yield ok('configuration', `Read, for ${isProduction(config) ? 'production' : config.APP_ENV}.`);
  for (const sentence of configWarnings(env, config)) {
    yield warning('configuration', `${sentence}.`, 'docs/guides/going-to-production.md');
  }
  yield* examineMachine(config);
  yield* await examineFiles(config);
  yield await examineKeys(config);
  yield* await examineDatabase(config);
  yield await examineRedis(config);
  if (servesPortal(config)) yield* await examineProvider(config);
  if (runsJobs(config) || (servesPortal(config) && config.UPSTREAM_APPS_URL !== null))
    yield await examineUpstream(config);
  if (runsJobs(config)) yield await examineMail(config);
  yield* await examineCollector(config);
  yield* await examineOutside(config);
  if (servesPortal(config)) yield await examineBotCheck(config);
  yield* await examineCertificates(config);
  yield* await examineService(config);
  if (servesPortal(config) || servesGateway(config)) yield* await examineAddresses(config);
}

function configOf(env: Readonly<Record<string, string | undefined>>): Config | ConfigError {
  try {
    return parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
