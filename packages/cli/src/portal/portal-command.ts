import type { PortalEndpoint } from '@openhouse/contract';
import { type Command, type ExitCode, type Invocation, jsonOption, type Option, paragraphsOf } from '../command.ts';
import { type Results, results } from '../results.ts';
import type { World } from '../world.ts';
import type { PortalCaller } from './portal-caller.ts';
import { targetOptions } from './target.ts';
import { TARGET_RULE } from './target-rule.ts';
import { withPortal } from './with-portal.ts';

/** What a portal command works with. */
export interface Asked {
  readonly portal: PortalCaller;
  /** The arguments in order; a missing one is an empty string. */
  readonly words: readonly string[];
  readonly invocation: Invocation;
  readonly out: Results;
  readonly world: World;
}

/** A command that does what a page of the portal does, at a portal or on the store. */
export interface PortalCommand extends Omit<Command, 'run' | 'calls'> {
  /** The calls it makes. */
  readonly calls: readonly PortalEndpoint[];
  act(asked: Asked): Promise<ExitCode | undefined>;
}

/** For commands that work in one Team. */
export const teamOption: Option = {
  flags: '--team <team>',
  description: 'code of the Team; default: your active Team',
};

export function portalCommand({ calls, act, options, description, ...command }: PortalCommand): Command {
  return {
    ...command,
    description: [...paragraphsOf({ description }), TARGET_RULE],
    options: [...options, ...targetOptions, jsonOption],
    calls: calls.map(({ name }) => name),
    run: (invocation, world) =>
      withPortal(invocation, world, async (portal) => {
        const out = results(invocation, world);
        return (await act({ portal, words: invocation.arguments, invocation, out, world })) ?? 0;
      }),
  };
}
