import { callOperation, gatewayEndpoints, listApps, type OperationName } from '@openhouse/contract';
import { GatewayRefusal } from '../../bounded-call.ts';
import type { Command } from '../../command.ts';
import { appOf } from '../../named.ts';
import { pageOfError } from '../../portal/portal-caller.ts';
import { portalCommand, teamOption } from '../../portal/portal-command.ts';
import { told } from '../../told.ts';
import { unknownWord } from '../../unknown-word.ts';
import { parameterOf } from '../get.ts';

const names: readonly string[] = gatewayEndpoints.map(({ name }) => name);
const isOperation = (name: string): name is OperationName => names.includes(name);

/** `openhouse apps call`: what the console of the portal does. */
export const appsCall: Command = portalCommand({
  name: 'apps call',
  summary: 'Run an operation of the gateway for an app, through the portal.',
  description: `No secret is needed here: the portal makes the call. The envelope is printed byte for byte, so --json changes nothing on standard output; a refusal of the gateway goes to standard error. access-token takes no parameters, and its token is masked. vr-submit changes something: members and owners only. Operations: ${names.join(', ')}.`,
  arguments: [
    { name: 'app', description: 'its app key or name', required: true },
    { name: 'operation', description: 'name of the operation', required: true, choices: names },
    { name: 'parameter', description: 'parameters, as name=value', required: false, variadic: true },
  ],
  options: [teamOption],
  examples: [
    { call: 'openhouse apps call "Viewing room" vr-info resource_code=loft', does: 'prints the envelope of that read' },
  ],
  calls: [listApps, callOperation],
  async act({ portal, words: [named = '', operation = '', ...given], world }) {
    if (!isOperation(operation)) throw await unknownWord(operation, 'operation', names);
    const parameters = Object.fromEntries(given.map(parameterOf));
    const { appKey } = await appOf(portal, named);
    const answer = await portal.call(callOperation, { body: { app_key: appKey, operation, parameters } });
    const { status, message = '' } = JSON.parse(answer.envelope) as { status?: string; message?: string };
    if (status !== 'success') {
      const sentence = told`${String(status)} (HTTP ${answer.httpStatus}): ${message} [request_id ${answer.requestId}]`;
      const exitCode = answer.httpStatus === 429 || answer.httpStatus >= 502 ? 4 : 1;
      const page = pageOfError(portal.target, String(status));
      throw new GatewayRefusal(String(status), sentence, exitCode).explainedOn(page);
    }
    world.stdout.write(`${answer.envelope}\n`);
  },
});
