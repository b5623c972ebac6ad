// The limit of a file in a bucket: `node:http` streaming it with the same client. Arguments: endpoint, bucket and key; the
// credentials are in the environment.
import { Agent, createServer } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { announce } from './announce.ts';

const [endpoint, Bucket, Key] = process.argv.slice(2);
const client = new S3Client({
  ...(endpoint !== undefined && { endpoint }),
  region: 'us-east-1',
  forcePathStyle: true,
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: { httpAgent: new Agent({ keepAlive: true, maxSockets: 512 }) },
});

announce(
  createServer((_request, response) => {
    client.send(new GetObjectCommand({ Bucket, Key })).then(
      ({ Body, ContentLength }) => {
        response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': ContentLength });
        pipeline(Body as Readable, response, () => undefined);
      },
      () => response.writeHead(502).end(),
    );
  }),
);
