import { createServer } from 'node:net';
import { listen, stop } from '../../../local/emulators/serve.ts';

/** A port for a cloud that keeps its state: the one after it is free as well, for its Stripe. */
export async function freePort(): Promise<number> {
  for (;;) {
    const [one, other] = [createServer(), createServer()];
    const { port } = await listen(one, 0, 'a probe');
    const isFree = await listen(other, port + 1, 'a probe').then(
      () => true,
      () => false,
    );
    await stop(one);
    if (isFree) await stop(other);
    if (isFree) return port;
  }
}
