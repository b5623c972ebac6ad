import { randomBytes } from 'node:crypto';
import { appendFile, constants, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  botCheckChallenge,
  createApp,
  createTeam,
  type DeveloperApp,
  getUser,
  listApps,
  listSecrets,
  listTours,
  NAME_MAX_LENGTH,
  revealSecret,
} from '@openhouse/contract';
import { renamed } from '@openhouse/server/renamed';
import {
  type Command,
  type ExitCode,
  type Invocation,
  jsonOption,
  optionNumber,
  optionValue,
  Refusal,
  UsageError,
} from '../command.ts';
import { isThere } from '../is-there.ts';
import { personOf } from '../named.ts';
import { requestApp, requestedApp } from '../portal/create-app.ts';
import type { PortalCaller } from '../portal/portal-caller.ts';
import { teamOption } from '../portal/portal-command.ts';
import { revealedSecret } from '../portal/reveal-secret.ts';
import { signIn } from '../portal/sign-in.ts';
import { portalToSignIn, targetOf, targetOptions } from '../portal/target.ts';
import { TARGET_RULE } from '../portal/target-rule.ts';
import { withPortal } from '../portal/with-portal.ts';
import { results } from '../results.ts';
import { type Told, told } from '../told.ts';
import type { World } from '../world.ts';
import { unwritten } from '../write-refusal.ts';
import { mayOpenBrowser } from './login.ts';

const ENV_FILE = '.env';

/** `openhouse init`: from a new directory to the first call. */
export const init: Command = {
  name: 'init',
  summary: 'Create a Team, an app and a .env file here, ready for the first call.',
  description: [
    'At a portal only. Signs you in if needed (on a terminal), uses your active Team or creates one, uses the app of that name or creates it and waits, reveals its secret and writes OPENHOUSE_BASE_URL, OPENHOUSE_APP_KEY and OPENHOUSE_APP_SECRET to .env (mode 0600). In a git repository it adds .env to .gitignore. It replaces an existing .env only with --force. Without a terminal it asks nothing: pass what it needs as options.',
    TARGET_RULE,
  ],
  arguments: [],
  options: [
    { flags: '--app <name>', description: 'name of the app; default: the name of this directory' },
    teamOption,
    { flags: '--new-team <name>', description: 'name of the Team to create if you are in none' },
    { flags: '--force', description: 'replace an existing .env' },
    { flags: '--wait <seconds>', description: 'seconds to wait for the app, 1 to 3600; default 120' },
    { flags: '--no-browser', description: 'when signing in: only print the address of the page' },
    ...targetOptions,
    jsonOption,
  ],
  examples: [
    { call: 'openhouse init --portal https://portal.example.com', does: 'asks what it needs to know' },
    { call: 'openhouse init --app "Listings sync" --new-team Northlight --json', does: 'asks nothing' },
  ],
  calls: [getUser, createTeam, listApps, createApp, listSecrets, botCheckChallenge, revealSecret, listTours].map(
    ({ name }) => name,
  ),
  async run(invocation, world) {
    const file = join(world.directory, ENV_FILE);
    // Checked first: a refusal after the app is created would leave it behind.
    if (invocation.options.force !== true && (await isThere(file))) {
      throw new UsageError(told`${file} already exists. Keep it, or replace it with --force.`);
    }
    await signInFirst(invocation, world);
    return withPortal(invocation, world, (portal) => initialise(portal, file, invocation, world));
  },
};

/** Signs in when the command would act at a portal that this machine has no session of, and somebody can consent. */
async function signInFirst(invocation: Invocation, world: World): Promise<void> {
  const target = await targetOf(invocation, world).catch(() => undefined);
  // The operator is shown no secret, whoever they act for (decision 0132).
  if (target?.kind === 'store') {
    throw new UsageError(
      told`openhouse init writes a secret, which a command at the store is not shown. Name the portal with --portal, and sign in.`,
    );
  }
  if (target?.profile !== undefined) return;
  const { url, profile } = await portalToSignIn(invocation, world);
  if (world.stderr.isTTY !== true) {
    throw new Refusal(
      'AUTH_REQUIRED',
      told`Nobody is signed in to ${url}. Run openhouse login --portal ${url} first.`,
      3,
    );
  }
  await signIn({ url, profile }, mayOpenBrowser(invocation, world), world);
}

async function initialise(portal: PortalCaller, file: string, invocation: Invocation, world: World): Promise<ExitCode> {
  const out = results(invocation, world);
  const waitS = optionNumber(invocation, 'wait', { usual: 120, least: 1, most: 3600 });
  const team = await teamFor(portal, invocation, world);
  const app = await appFor(portal, invocation, waitS, world);
  const { secret } = await revealedSecret(portal, app.appKey, undefined);
  await writeEnv(file, { baseUrl: portal.baseUrl, appKey: app.appKey, secret }, invocation.options.force === true);
  const ignored = await ignoreInGit(world.directory);
  const tour = (await portal.call(listTours, {})).tours[0]?.resourceCode ?? null;
  const made = {
    team: team.name,
    teamId: team.id,
    app: app.name,
    appKey: app.appKey,
    baseUrl: portal.baseUrl,
    file,
    tour,
  };
  out.one(made, told`Team ${team.name}, app ${app.name} (${app.appKey}), secret in ${file} (mode 0600).`);
  if (ignored) out.say(told`.env is in .gitignore now.`);
  const call = `openhouse get vr-info resource_code=${tour ?? 'CODE'}`;
  const first = tour === null ? 'openhouse tours import <bundle>\n  ' : '';
  out.say(told`Next, from this directory:\n\n  ${first}${call}\n`);
  return 0;
}

async function teamFor(portal: PortalCaller, invocation: Invocation, world: World) {
  const { teams } = await personOf(portal);
  const active = teams.find(({ isActive }) => isActive);
  if (active !== undefined) return active;
  if (teams.length > 0) {
    const listed = teams.map(({ id, name }) => `${id} (${name})`).join(', ');
    throw new Refusal('TEAM_REQUIRED', told`No Team is active. Name one with --team: ${listed}.`);
  }
  const named = optionValue(invocation, 'newTeam') ?? (await asked(told`Name of your Team: `, world));
  if (named === '') throw new UsageError(told`You are in no Team yet. Name the Team to create with --new-team.`);
  return (await portal.call(createTeam, { body: { name: named } })).team;
}

async function appFor(
  portal: PortalCaller,
  invocation: Invocation,
  waitS: number,
  world: World,
): Promise<DeveloperApp> {
  const usual = basename(world.directory).slice(0, NAME_MAX_LENGTH).trim() || 'app';
  const given = optionValue(invocation, 'app') ?? (await asked(told`Name of the app [${usual}]: `, world));
  // As the portal keeps it: it is looked up by its name below.
  const name = given.trim() || usual;
  const { apps, requests } = await portal.call(listApps, {});
  const known = apps.find((app) => app.name === name || app.appKey === name);
  if (known !== undefined) return known;
  // Of a run that did not wait long enough: another request would take a slot more, for good.
  const waiting = requests.find((request) => request.name === name);
  if (waiting !== undefined) return requestedApp(portal, waiting, waitS, world);
  const made = await requestApp(portal, name, waitS, world);
  if ('xid' in made) return made;
  throw new Error('a completed app was expected');
}

/** Empty if standard input is not interactive. */
async function asked(question: Told, { stdin, stderr }: World): Promise<string> {
  return stdin.isTTY === true && stderr.isTTY === true ? (await stdin.line(question)).trim() : '';
}

async function writeEnv(
  file: string,
  { baseUrl, appKey, secret }: { readonly baseUrl: string; readonly appKey: string; readonly secret: string },
  replaces: boolean,
): Promise<void> {
  const lines = [
    `OPENHOUSE_BASE_URL=${baseUrl}`,
    `OPENHOUSE_APP_KEY=${appKey}`,
    '# Stays on this machine and on your server; browsers never see it.',
    `OPENHOUSE_APP_SECRET=${secret}`,
  ];
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' }).catch(unwritten(file));
    if (replaces) await renamed(draft, file);
    // Refuses to replace one that appeared meanwhile, as link() would, which not every file system has.
    else await copyFile(draft, file, constants.COPYFILE_EXCL);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(told`${file} already exists. Keep it, or replace it with --force.`);
  } finally {
    await rm(draft, { force: true });
  }
}

/** @returns True when .gitignore was changed. */
async function ignoreInGit(directory: string): Promise<boolean> {
  if (!(await isInGit(directory))) return false;
  const file = join(directory, '.gitignore');
  const text = await readFile(file, 'utf8').catch(() => '');
  const covers = ['.env', '/.env', '.env*', '*.env', '**/.env'];
  if (text.split(/\r?\n/).some((line) => covers.includes(line.trim()))) return false;
  await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${ENV_FILE}\n`).catch(unwritten(file));
  return true;
}

async function isInGit(directory: string): Promise<boolean> {
  if (await isThere(join(directory, '.git'))) return true;
  const parent = dirname(directory);
  return parent !== directory && isInGit(parent);
}
