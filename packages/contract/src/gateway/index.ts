import { accessToken } from './access-token.ts';
import { captureInfo } from './capture-info.ts';
import { vrSubmit } from './vr-submit.ts';

/** The reads of SPEC 4.2, in its order. */
export const readEndpoints = [captureInfo] as const;

/** Every operation of the gateway: the exchange, the reads, the activation. */
export const gatewayEndpoints = [accessToken, ...readEndpoints, vrSubmit] as const;

export type ReadEndpoint = (typeof readEndpoints)[number];
/** The name of a read, as in `vr-info`. */
export type ReadName = ReadEndpoint['name'];
export type GatewayEndpoint = (typeof gatewayEndpoints)[number];

export { accessToken, captureInfo, vrSubmit };
