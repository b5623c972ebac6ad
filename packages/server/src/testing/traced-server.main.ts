// A gateway server below a tracing agent, as an operator would load it: prints how many of its calls the agent saw.
import * as modules from 'node:module';
import type { AddressInfo } from 'node:net';
import { context, trace } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { GatewayServer, type HttpReader } from '../gateway/connection/server.ts';
import { textBody } from '../gateway/http/gateway-response.ts';

const CALLS = 11;
const [reader, agent] = process.argv.slice(2) as [HttpReader, 'agent' | 'none'];

const exporter = new InMemorySpanExporter();
if (agent === 'agent') {
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  new HttpInstrumentation().setTracerProvider(provider);
  // The agent wraps the module when it is asked for.
  modules.createRequire(import.meta.url)('http');
}

let byNode = 0;
const server = new GatewayServer({
  reader,
  onRequest(request, response) {
    if (request.constructor.name === 'NodeRequest') byNode += 1;
    response.send(200, 'Content-Type: text/plain\r\nContent-Length: 2\r\n', textBody('ok'));
  },
  onRefused: () => undefined,
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
for (let call = 0; call < CALLS; call += 1) {
  await context.with(context.active(), async () => (await fetch(`http://127.0.0.1:${port}/open/${call}`)).text());
}
server.closeAllConnections();
server.close();
const SERVER_SPAN = 1;
const seen = exporter.getFinishedSpans().filter(({ kind }) => kind === SERVER_SPAN).length;
process.stdout.write(JSON.stringify({ calls: CALLS, seen, byNode }));
