import type { Server } from 'node:http';
import { InputRefused } from '@openhouse/contract';
import { FILE_OPERATION } from '../apps/file-operation.ts';
import { isStoreAway } from '../kernel/database/store-away.ts';
import { isAbsolute, originForm } from '../kernel/http/request-target.ts';
import type { ActivationDeps } from '../tours/activation/activate-tour.ts';
import { activationRoute } from './activation/route.ts';
import { type BrokenRequest, GatewayServer, type HttpReader } from './connection/server.ts';
import { FILES_PATH } from './files/link.ts';
import type { PresignDeps } from './files/presign-files.ts';
import { answerPreflight, type FileDeps, presignRoute, serveFile } from './files/routes.ts';
import { after } from './http/after.ts';
import { answerFailure } from './http/answer.ts';
import { beginCall, type Call } from './http/call.ts';
import { GatewayError, unavailable } from './http/gateway-error.ts';
import type { GatewayRequest } from './http/gateway-request.ts';
import type { GatewayResponse } from './http/gateway-response.ts';
import type { GatewayRoute } from './http/gateway-route.ts';
import { pathNotFound } from './http/path-meant.ts';
import type { ReadDeps } from './reads/read-tour.ts';
import { readRoutes } from './reads/routes.ts';
import { type AdmissionDeps, admission } from './tokens/admit-call.ts';
import type { ExchangeDeps } from './tokens/exchange-token.ts';
import { exchangeRoute } from './tokens/routes.ts';
import type { TourListDeps } from './tours/list-tours.ts';
import { tourListRoute } from './tours/routes.ts';

/** Dependencies of the gateway; each feature takes what it needs. */
export interface GatewayDeps {
  readonly reader: HttpReader;
  readonly admission: AdmissionDeps;
  readonly exchange: ExchangeDeps;
  readonly reads: ReadDeps;
  readonly tours: TourListDeps;
  readonly activation: ActivationDeps;
  readonly presign: PresignDeps;
  readonly files: FileDeps;
  /** Runs the handling of each call, of which the ids are known so far; missing runs it as it is. */
  readonly around?: ((call: Call, handle: () => void) => void) | undefined;
  /** Called for every call once it is answered, inside `around`. */
  readonly onAnswered: (call: Call) => void;
  /**
   * Called for unexpected errors; the caller gets err_unavailable while the store is away, otherwise only err_internal.
   */
  readonly onBroken: (call: Call, error: unknown) => void;
  /** Called for what was refused before it became a call. */
  readonly onMalformed: (refused: BrokenRequest) => void;
}

/** The open data gateway as an HTTP server that does not listen yet (decision 0018). */
export function createGateway(deps: GatewayDeps): Server {
  const admit = admission(deps.admission);
  const routes = new Map<string, GatewayRoute>(
    [
      exchangeRoute(admit, deps.exchange),
      ...readRoutes(admit, deps.reads),
      tourListRoute(admit, deps.tours),
      presignRoute(admit, deps.presign),
      activationRoute(admit, deps.activation),
    ].map((route) => [route.path, route]),
  );

  /**
   * Handles one request, from its raw target to the operation. Targets are matched exactly: nothing is decoded or
   * normalised.
   */
  function answer(call: Call): void | Promise<void> {
    const { ambiguity } = call.request;
    if (ambiguity !== undefined) throw ambiguity;
    // Forward proxies send the host in the target. No answer depends on it.
    const target = originForm(call.request.target, undefined);
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    const queryText = mark === -1 ? '' : target.slice(mark + 1);
    const route = routes.get(path);
    if (route === undefined && !path.startsWith(FILES_PATH)) {
      throw isAbsolute(target)
        ? new GatewayError('err_request_malformed', 'The request target names no host. Send the path alone.')
        : pathNotFound(path, routes.keys());
    }
    call.operation = route?.name ?? FILE_OPERATION;
    const isPreflight = route === undefined && call.request.method === 'OPTIONS';
    if (!isPreflight) requireMethod(call, route?.method ?? 'GET');
    return after(admit.address(call), () => {
      if (isPreflight) return answerPreflight(call);
      return route === undefined ? serveFile(deps.files, call, path, queryText) : route.answer(call, queryText);
    });
  }

  function refuse(call: Call, error: unknown): void {
    const refusal = refusalOf(error) ?? brokenBy(call, error);
    if (call.response.isBegun) {
      // Too late for an envelope.
      call.response.cut();
      call.status = refusal.status;
    } else {
      answerFailure(call, refusal);
    }
    deps.onAnswered(call);
  }

  function brokenBy(call: Call, error: unknown): GatewayError {
    deps.onBroken(call, error);
    return isStoreAway(error) ? unavailable() : new GatewayError('err_internal');
  }

  function handle(call: Call): void {
    try {
      const pending = answer(call);
      if (pending === undefined) deps.onAnswered(call);
      else
        pending.then(
          () => deps.onAnswered(call),
          (error: unknown) => refuse(call, error),
        );
    } catch (error) {
      refuse(call, error);
    }
  }

  const { around } = deps;
  const onRequest = (request: GatewayRequest, response: GatewayResponse) => {
    const call = beginCall(request, response);
    if (around === undefined) handle(call);
    else around(call, () => handle(call));
  };

  return new GatewayServer({ reader: deps.reader, onRequest, onRefused: deps.onMalformed });
}

/** The refusal that an error is; undefined for one that nobody expected. */
function refusalOf(error: unknown): GatewayError | undefined {
  if (error instanceof InputRefused) return new GatewayError(error.status, error.message, {}, error.parameter);
  return error instanceof GatewayError ? error : undefined;
}

/** A read accepts HEAD too. @throws {GatewayError} err_method_not_allowed */
function requireMethod({ request }: Call, method: 'GET' | 'POST'): void {
  if (request.method === method || (method === 'GET' && request.method === 'HEAD')) return;
  const allow = method === 'GET' ? 'GET, HEAD' : method;
  throw new GatewayError('err_method_not_allowed', `This path takes ${allow}.`, { Allow: allow });
}
