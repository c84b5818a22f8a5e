import { createHash, getDiffieHellman } from 'node:crypto';

/** The prime: RFC 3526's group 15 is RFC 5054's 3072-bit group. */
export const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
/** The generator that Cognito takes. */
export const G = 2n;
/** SRP-6a's multiplier. */
export const K = integer(hash(encode(N), encode(G)));

/** `base` to the `exponent`, in the group. */
export function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

/** Big-endian bytes with a sign bit, as Java's `BigInteger.toByteArray` makes them: 00 before a high first bit. */
export function encode(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

export function hash(...parts: Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

export function integer(bytes: Buffer): bigint {
  return fromHex(bytes.toString('hex'));
}

export function fromHex(hex: string): bigint {
  return BigInt(`0x${hex}`);
}
