import { createHash } from 'node:crypto';
import { LOCAL_ACCOUNT } from '../../credentials.ts';

/** Ids that stay the same from run to run, so that kept data is found again. */
export function stableId(stackName: string, logicalId: string, length: number): string {
  return createHash('sha256').update(`${stackName}/${logicalId}`).digest('hex').slice(0, length);
}

export function arn(service: string, region: string, resource: string): string {
  return `arn:aws:${service}:${region}:${LOCAL_ACCOUNT}:${resource}`;
}
