// The limit of files in a bucket: `node:http` streaming them with the same client. Arguments: endpoint, bucket, and a file with
// the keys as JSON, in the order of the targets /0, /1, …; the credentials are in the environment.
import { readFileSync } from 'node:fs';
import { Agent, createServer } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { announce } from './announce.ts';

const [endpoint, Bucket, file = ''] = process.argv.slice(2);
const keys = JSON.parse(readFileSync(file, 'utf8')) as readonly string[];
const client = new S3Client({
  ...(endpoint !== undefined && { endpoint }),
  region: 'us-east-1',
  forcePathStyle: true,
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: { httpAgent: new Agent({ keepAlive: true, maxSockets: 512 }) },
});

announce(
  createServer((request, response) => {
    const Key = keys[Number(request.url?.slice(1))];
    client.send(new GetObjectCommand({ Bucket, Key })).then(
      ({ Body, ContentLength }) => {
        if (response.destroyed) {
          (Body as Readable).destroy();
          return;
        }
        response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': ContentLength });
        pipeline(Body as Readable, response, () => undefined);
      },
      () => response.writeHead(502).end(),
    );
  }),
);
