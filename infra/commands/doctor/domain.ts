import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import dns from 'node:dns';
import { createClient, findResource } from '../aws.ts';
import { fail, ok, warn, type Check, type CheckContext, type Finding } from './check.ts';

export const DOMAIN_CHECKS: readonly Check[] = [
  {
    // Route 53 refuses a record that exists. CloudFront refuses a name that another distribution has, in any account. A first deployment
    // would fail after most resources were created. The check cannot see a distribution without a DNS record.
    name: 'domain',
    isPrerequisite: true,
    remedy: () =>
      'Delete the A, AAAA and CNAME records of the name from the hosted zone, or set domain.name to another name.',
    async probe({ settings: { domain }, outputs }) {
      if (domain === undefined) return [];
      const { name, hostedZone } = domain;
      if (await isInUse(name, outputs)) return ok(`The stage has the name ${name}.`);
      if (!(await hasAddress(name))) return ok(`${name} has no DNS record yet.`);
      return checkRecord(name, hostedZone?.name);
    },
  },
  {
    // ACM validates the certificate only in a public zone to which the DNS leads: a deployment would wait for hours, and then roll back.
    name: 'hosted zone',
    isPrerequisite: true,
    remedy: ({ stage }) =>
      `Set domain.hostedZone in infra/stages/${stage}.ts to the public zone of the domain.`,
    async probe({ settings: { domain }, outputs }) {
      if (domain?.hostedZone === undefined) return [];
      const { id, name } = domain.hostedZone;
      const zone = await findHostedZone(id);
      if (zone === undefined) return fail(`The hosted zone ${id} does not exist in this account.`);
      if (zone.name !== name) return fail(`The hosted zone ${id} is that of ${zone.name}, not of ${name}.`);
      const hidden = `The hosted zone ${id} is private: nobody outside of its network can resolve ${domain.name}.`;
      if (zone.isPrivate) return fail(hidden);
      const delegated = (await listRecords(name, 'NS')).map(normalizeName);
      if (delegated.some((server) => zone.nameServers.includes(server)))
        return ok(`The public DNS leads to the hosted zone of ${name}.`);
      const isIssued = domain.certificateArn !== undefined || (await isInUse(domain.name, outputs));
      const message = `The public DNS does not lead to the hosted zone ${id} of ${name}`;
      const delegate = `Set the name servers of ${name} at its registrar, or in the parent zone: ${zone.nameServers.join(', ')}.`;
      if (isIssued) return warn(`${message}.`, delegate);
      return fail(`${message}: a deployment would wait for its certificate for hours.`, delegate);
    },
  },
];

/** Checks whether the stage can have a name that has a DNS record. */
async function checkRecord(name: string, zone: string | undefined): Promise<Finding> {
  const release = `Remove the alternate domain name ${name} from it, and the DNS record that leads to it.`;
  if (await isServedByCloudFront(name))
    return fail(`Another CloudFront distribution answers at ${name}: a deployment would fail.`, release);
  if (zone === undefined) return ok(`${name} leads to another site until you change its DNS record.`);
  // A wildcard record gives every name a record, also a name that is not in use.
  if (await hasAddress(name.replace(/^[^.]+/, 'thumbforge-doctor')))
    return warn(`${zone} has a wildcard, so ${name} may have a DNS record already.`);
  return fail(`${name} already has a DNS record: a deployment would fail.`);
}

/** Returns whether the deployed stage has the name. */
async function isInUse(name: string, outputs: CheckContext['outputs']): Promise<boolean> {
  return (await outputs())?.['SiteUrl'] === `https://${name}`;
}

/** Returns whether a name leads to a site. */
async function hasAddress(name: string): Promise<boolean> {
  const types = ['CNAME', 'A', 'AAAA'] as const;
  const records = await Promise.all(types.map((type) => listRecords(name, type)));
  return records.flat().length > 0;
}

/** The errors of DNS for a name without a record of the type. */
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND']);

async function listRecords(name: string, type: 'A' | 'AAAA' | 'CNAME' | 'NS'): Promise<string[]> {
  try {
    return await dns.promises.resolve(name, type);
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_RECORD.has(String(error.code))) return [];
    throw error;
  }
}

/** A name without its last dot, in lower case: DNS ignores both. */
const normalizeName = (name: string) => name.toLowerCase().replace(/\.$/, '');

const TIMEOUT_MS = 5_000;

async function isServedByCloudFront(name: string): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const request = fetch(`https://${name}/`, { method: 'HEAD', redirect: 'manual', signal });
  const response = await request.catch(() => undefined);
  return response?.headers.has('x-amz-cf-id') === true;
}

/** Route 53 is a global service with this region. */
const ROUTE53_REGION = 'us-east-1';

/** @returns undefined if the zone does not exist in this account. */
async function findHostedZone(Id: string) {
  const client = createClient(Route53Client, ROUTE53_REGION);
  const found = await findResource(client.send(new GetHostedZoneCommand({ Id })));
  if (found?.HostedZone === undefined) return undefined;
  return {
    name: normalizeName(found.HostedZone.Name ?? ''),
    isPrivate: found.HostedZone.Config?.PrivateZone === true,
    nameServers: (found.DelegationSet?.NameServers ?? []).map(normalizeName),
  };
}
