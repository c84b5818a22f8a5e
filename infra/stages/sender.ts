import { z } from 'zod';
import { hostName } from './domain.ts';

export const awsRegion = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region');

/** Amazon SES as the sender of the user pool's e-mails. */
export const senderSetting = z
  .strictObject({
    fromAddress: z.email('must be an e-mail address').describe('Sender address, e.g. no-reply@example.com'),
    fromName: z.string().min(1).default('Thumbforge').describe('Sender name'),
    identity: z
      .union([z.enum(['domain', 'address']), hostName])
      .default('domain')
      .describe(
        'Verified identity in SES: the domain of the address, the address, or the name of a verified parent domain',
      ),
    region: awsRegion.optional().describe("AWS region of the identity. The stack's region if not set"),
  })
  .refine(
    ({ fromAddress, identity }) =>
      identity === 'domain' || identity === 'address' || listDomains(fromAddress).includes(identity),
    { path: ['identity'], error: 'must be domain, address, or a parent domain of the address' },
  );

export type Sender = z.output<typeof senderSetting>;

/** The name of the sender's identity in SES: a domain or an address. */
export function nameIdentity({ fromAddress, identity }: Sender): string {
  if (identity === 'address') return fromAddress;
  return identity === 'domain' ? getDomain(fromAddress) : identity;
}

const getDomain = (address: string) => address.slice(address.indexOf('@') + 1);

/** Lists the domain of an address, then its parent domains, without the top-level domain. */
export function listDomains(address: string): string[] {
  const labels = getDomain(address).split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
