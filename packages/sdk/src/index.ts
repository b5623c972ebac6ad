export { connect } from './connect.ts';
export type {
  Answer,
  Call,
  CallLimits,
  CallOptions,
  Connection,
  Middleware,
  Operation,
  OperationDeclaration,
  ReadOperation,
  RequestEvent,
  ResponseEvent,
} from './connection.ts';
export type { Copies, Copy } from './copies.ts';
export { GatewayError, TransportError, type TransportReason } from './errors.ts';
export { createGateway } from './gateway.ts';
export type { Gateway } from './generated/gateway.ts';
export * from './generated/index.ts';
export type { AnyId } from './ids.ts';
export { listAllTours } from './list-all-tours.ts';
export type { GatewayOptions } from './options.ts';
export { createProxy, type ProxiedCall, type ProxyOptions } from './proxy.ts';
export { withResponse } from './with-response.ts';
