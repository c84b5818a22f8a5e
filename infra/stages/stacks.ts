import type { Domain } from './domain.ts';
import { EDGE_STACKS, type StageSettings } from './settings.ts';

/** A CloudFormation stack of a stage. */
export interface StageStack {
  name: string;
  region: string;
}

/** The tags of a stack, which CloudFormation adds to its resources: they separate the stages in the bill. */
export function createTags({ stage }: Pick<StageSettings, 'stage'>): Record<string, string> {
  return { application: 'thumbforge', stage };
}

/** The stack of the product. */
export function getMainStack({ stage, region }: StageSettings): StageStack {
  return { name: `Thumbforge-${stage}`, region };
}

/** CloudFront accepts web ACLs and certificates only from this region. */
function nameEdgeStack(stage: string, name: (typeof EDGE_STACKS)[number]): StageStack {
  return { name: `Thumbforge-${stage}-${name}`, region: 'us-east-1' };
}

/** The stack of the web ACL. @returns undefined for a stage without a firewall. */
export function getFirewallStack({
  stage,
  waf,
}: Pick<StageSettings, 'stage' | 'waf'>): StageStack | undefined {
  return waf.enabled ? nameEdgeStack(stage, 'firewall') : undefined;
}

/** The stack of a certificate that is created. @returns undefined for a stage without a domain, or whose settings name a certificate. */
export function getCertificateStack({
  stage,
  domain,
}: Pick<StageSettings, 'stage' | 'domain'>): (StageStack & { domain: Domain }) | undefined {
  if (domain === undefined || domain.certificateArn !== undefined) return undefined;
  return { ...nameEdgeStack(stage, 'certificate'), domain };
}

/** Every stack of a stage, in deployment order. */
export function listStacks(settings: StageSettings): StageStack[] {
  return [getCertificateStack(settings), getFirewallStack(settings), getMainStack(settings)].filter(
    (stack) => stack !== undefined,
  );
}

/** Every stack that a stage can have, also those that only earlier settings used. */
export function listPossibleStacks(settings: StageSettings): StageStack[] {
  return [...EDGE_STACKS.map((name) => nameEdgeStack(settings.stage, name)), getMainStack(settings)];
}

/** The regions where the CDK must be bootstrapped. */
export function listStackRegions(settings: StageSettings): string[] {
  return [...new Set(listStacks(settings).map(({ region }) => region))];
}
