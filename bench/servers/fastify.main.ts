// A fast framework: Fastify, serialising with a compiled schema. It does not compress. Argument: file of the payload.
import { readFileSync } from 'node:fs';
import { vrInfo } from '@openhouse/contract';
import fastify from 'fastify';

const [file = ''] = process.argv.slice(2);
const data: unknown = JSON.parse(readFileSync(file, 'utf8'));
const text = { type: 'string' };
const envelope = {
  type: 'object',
  properties: {
    ...{ request_id: text, trace_id: text, business_code: text, osi_request_id: text, status: text },
    code: { type: 'integer' },
    data: vrInfo.data,
  },
};
const app = fastify({ keepAliveTimeout: 0 });
app.get('/open/v3/vr/info', { schema: { response: { 200: envelope } } }, async () => ({
  ...{ request_id: '', trace_id: '', business_code: '0', osi_request_id: '', code: 0, status: 'success' },
  data,
}));
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening ${new URL(address).port}`);
