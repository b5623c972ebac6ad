import type { GatewayFailureStatus } from '../errors.ts';

/** What a read of one tour may answer besides the failures of any operation. */
export const failuresOfTourRead = [
  'err_parameter_invalid',
  'err_parse_resource_code_failed',
  'err_resource_not_found',
] as const satisfies readonly GatewayFailureStatus[];

/** What a read addressed by something other than a resource code may answer. */
export const failuresOfRecordRead = [
  'err_parameter_invalid',
  'err_resource_not_found',
] as const satisfies readonly GatewayFailureStatus[];
