import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Sent {
  method: string;
  /** Path and query, as they are. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface Answered {
  status: number;
  contentType: string;
  body: string;
}

/** Sends a request without the good manners of `fetch`: paths and headers go as they are. */
export function senderTo(origin: string): { send: (sent: Sent) => Promise<Answered>; close: () => void } {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true });
  const send = ({ method, path, headers, body }: Sent) =>
    new Promise<Answered>((resolve, reject) => {
      // A GET has no body by itself: its length has to be said.
      const length = body.length === 0 ? {} : { 'content-length': body.length };
      request({ hostname, port, agent, method, path, headers: { ...headers, ...length } }, (answer) => {
        buffer(answer).then(
          (content) =>
            resolve({
              status: answer.statusCode ?? 0,
              contentType: answer.headers['content-type'] ?? '',
              body: content.toString(),
            }),
          reject,
        );
      })
        .once('error', reject)
        .end(body);
    });
  return { send, close: () => agent.destroy() };
}
