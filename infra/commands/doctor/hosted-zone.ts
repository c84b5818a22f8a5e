import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import dns from 'node:dns';
import { createClient, undefinedOnError } from '../aws.ts';
import { fail, ok, warn, type Check } from './check.ts';

/** Route 53 is a global service with this region. */
const ROUTE53_REGION = 'us-east-1';

/**
 * Checks that the hosted zone of the domain is public and that the DNS leads to the zone. In any other zone, ACM cannot
 * validate the certificate: the deployment would wait for hours, and then roll back.
 */
export const hostedZone: Check = {
  name: 'hosted zone',
  isPrerequisite: true,
  async probe({ settings: { domain, stage }, outputs }) {
    if (domain?.hostedZone === undefined) return [];
    const { id, name } = domain.hostedZone;
    const fix = `Set domain.hostedZone in infra/stages/${stage}.ts to the public zone of the domain.`;
    const answer = await undefinedOnError(
      ['NoSuchHostedZone'],
      createClient(Route53Client, ROUTE53_REGION).send(new GetHostedZoneCommand({ Id: id })),
    );
    if (answer?.HostedZone === undefined) {
      return fail(`The hosted zone ${id} does not exist in this account.`, fix);
    }
    const { HostedZone: zone, DelegationSet } = answer;
    const zoneName = toName(zone.Name ?? '');
    if (zoneName !== name) return fail(`The hosted zone ${id} is that of ${zoneName}, not of ${name}.`, fix);
    if (zone.Config?.PrivateZone === true) {
      return fail(
        `The hosted zone ${id} is private: nobody outside of its network can resolve ${domain.name}.`,
        fix,
      );
    }
    const own = (DelegationSet?.NameServers ?? []).map(toName);
    const delegated = await listNameServers(name);
    if (delegated.some((server) => own.includes(server))) {
      return ok(`The public DNS leads to the hosted zone of ${name}.`);
    }
    const message = `The public DNS does not lead to the hosted zone ${id} of ${name}`;
    const delegate = `Set the name servers of ${name} at its registrar, or in the parent zone: ${own.join(', ')}.`;
    const isDeployed = (await outputs())?.['SiteUrl'] === `https://${domain.name}`;
    if (isDeployed || domain.certificateArn !== undefined) return warn(`${message}.`, delegate);
    return fail(`${message}: a deployment would wait for its certificate for hours.`, delegate);
  },
};

/** A name without its last dot, in lower case: DNS ignores both. */
const toName = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** The errors of DNS for a domain without name servers. */
const NO_SERVERS = new Set(['ENODATA', 'ENOTFOUND']);

async function listNameServers(domain: string): Promise<string[]> {
  try {
    return (await dns.promises.resolve(domain, 'NS')).map(toName);
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_SERVERS.has(String(error.code))) return [];
    throw error;
  }
}
