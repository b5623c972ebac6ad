import { PassThrough, type Readable } from 'node:stream';
import { IMPORT_PROGRESS_TYPE, type PortalDataOf, type PortalEndpoint, type PortalQueryOf } from '@openhouse/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerSchema } from './answer-schema.ts';
import { failureBody, refusalOf } from './failures.ts';
import { checkedQuery } from './route.ts';

/** One upload to a declared endpoint. Its body has not been read. */
export interface UploadCall<E extends PortalEndpoint> {
  readonly request: FastifyRequest;
  readonly query: PortalQueryOf<E>;
  readonly body: Readable;
  readonly mediaType: string;
  /** Sends a progress line to a caller that asked for lines. */
  readonly tell: (line: object) => void;
  /** Whether the caller has disconnected: they cancelled, or lost the connection. */
  readonly hasLeft: () => boolean;
}

/**
 * Serves an endpoint that takes the bytes of a file (decision 0058). Callers that accept progress lines get each as
 * soon as it exists, and the envelope as the last line; a refusal before that has its HTTP status, as everywhere.
 * @param onBroken Called for unexpected errors, once lines have been sent.
 */
export function servePortalUpload<E extends PortalEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: UploadCall<E>) => Promise<PortalDataOf<E>>,
  onBroken: (request: FastifyRequest, error: unknown) => void,
): void {
  const { upload } = endpoint;
  if (upload === undefined) throw new Error(`${endpoint.name} takes no file`);
  void app.register(async (scope) => {
    // The other routes' parsers would read the body into memory.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { uploadTypes: upload.mediaTypes, ...(endpoint.scopes !== undefined && { scopes: endpoint.scopes }) },
      ...answerSchema(endpoint),
      handler: async (request, reply) => {
        const query = checkedQuery(endpoint.query ?? endpoint.params, request.query) as PortalQueryOf<E>;
        const lines = wantsLines(request) ? progressLines(reply) : undefined;
        const mediaType = request.headers['content-type']?.toLowerCase() ?? '';
        const body = (request.body ?? request.raw) as Readable;
        const tell = (line: object) => lines?.write(line);
        const hasLeft = () => request.raw.socket.destroyed;
        try {
          const data = await handler({ request, query, body, mediaType, tell, hasLeft });
          if (lines?.begun !== true) return { data };
          lines.end({ data });
        } catch (error) {
          if (lines?.begun !== true) throw error;
          const refusal = refusalOf(error);
          if (refusal.code === 'INTERNAL' || refusal.code === 'UNAVAILABLE') onBroken(request, error);
          lines.end(failureBody(refusal, request));
        }
        return reply;
      },
    });
  });
}

function wantsLines({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes(IMPORT_PROGRESS_TYPE);
}

interface Lines {
  readonly begun: boolean;
  write(line: object): void;
  end(line: object): void;
}

/** Sends the head of the answer with the first line. */
function progressLines(reply: FastifyReply): Lines {
  const stream = new PassThrough();
  const lines = {
    begun: false,
    write(line: object) {
      if (!lines.begun) {
        lines.begun = true;
        // Proxies must not buffer lines.
        reply.type(IMPORT_PROGRESS_TYPE).header('x-accel-buffering', 'no').send(stream);
      }
      stream.write(`${JSON.stringify(line)}\n`);
    },
    end(line: object) {
      lines.write(line);
      stream.end();
    },
  };
  return lines;
}
