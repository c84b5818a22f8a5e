import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { N, power } from '../../local/emulators/cognito/srp.ts';

/** Amplify's own integers, as far as a sign-in uses them. */
interface AmplifyInteger {
  toString(radix: 16): string;
  modPow(
    exponent: AmplifyInteger,
    modulus: AmplifyInteger,
    done: (error: null, result: object) => void,
  ): void;
}

const { resolve } = createRequire(createRequire(import.meta.url).resolve('aws-amplify'));
const folder = join(dirname(resolve('@aws-amplify/auth')), '../esm/providers/cognito/utils/srp/BigInteger');
const { default: BigInteger } = (await import(pathToFileURL(join(folder, 'BigInteger.mjs')).href)) as {
  default: { prototype: AmplifyInteger; new (digits: string, radix: 16): AmplifyInteger };
};

function toNative(integer: AmplifyInteger): bigint {
  const hex = integer.toString(16);
  return hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`);
}

/**
 * Makes Amplify compute with native integers, so that a sign-in with a password takes much less than 0.25 s.
 * `tests/local/cognito-tokens.test.ts` signs in with Amplify's own integers.
 */
BigInteger.prototype.modPow = function (this: AmplifyInteger, exponent, _modulus, done) {
  const result = power((toNative(this) % N) + N, toNative(exponent));
  done(null, new BigInteger(result.toString(16), 16));
};
