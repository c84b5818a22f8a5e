import type { StageSettings } from './settings.ts';

/** A stack of a stage: what CloudFormation calls it, and where it is. */
export interface StageStack {
  name: string;
  region: string;
}

/** The stack that holds the product. */
export function mainStackOf({ stage, region }: StageSettings): StageStack {
  return { name: `Thumbforge-${stage}`, region };
}

/**
 * The stack of what CloudFront takes from us-east-1 alone: the firewall, and a certificate that is made.
 * @returns undefined for a stage that has neither.
 */
export function edgeStackOf({ stage, waf, domain }: StageSettings): StageStack | undefined {
  const makesCertificate = domain !== undefined && domain.certificateArn === undefined;
  if (!waf.enabled && !makesCertificate) return undefined;
  return { name: `Thumbforge-${stage}-edge`, region: 'us-east-1' };
}
