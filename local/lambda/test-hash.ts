import crypto, { type BinaryLike } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Makes the hash of a mailbox fast: with the cost that deploys, each new user of a test takes 50 ms of CPU time. */
export function installTestHash(): void {
  const { scrypt } = crypto;
  Object.assign(crypto, {
    scrypt: (
      password: BinaryLike,
      salt: BinaryLike,
      length: number,
      done: (error: Error | null, key: Buffer) => void,
    ) => scrypt(password, salt, length, { N: 2 }, done),
  });
  syncBuiltinESMExports();
}
