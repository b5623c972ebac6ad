// A common way to write such a gateway: Express, `compression`, `response.json`. Argument: file of the payload.
import { readFileSync } from 'node:fs';
import compression from 'compression';
import express from 'express';

const [file = ''] = process.argv.slice(2);
const data = JSON.parse(readFileSync(file, 'utf8'));
const app = express();
app.set('etag', false);
app.use(compression());
app.get('/open/v3/vr/info', (_request, response) => {
  response.json({
    request_id: '',
    trace_id: '',
    business_code: '0',
    osi_request_id: '',
    code: 0,
    status: 'success',
    data,
  });
});
const server = app.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
server.keepAliveTimeout = 0;
