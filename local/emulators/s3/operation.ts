import type { CorsRule } from './cors.ts';
import type { S3Request } from './request.ts';
import type { ObjectStore } from './store.ts';

export interface Bucket {
  name: string;
  cors: CorsRule[];
  store: ObjectStore;
}

/** A request that is who it says it is, at a bucket that exists. */
export interface Call {
  request: S3Request;
  bucket: Bucket;
  body: Buffer;
  now: number;
}

export interface S3Response {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export type Operation = (call: Call) => Promise<S3Response>;

export function xmlResponse(body: string): S3Response {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}
