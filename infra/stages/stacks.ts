import type { StageSettings } from './settings.ts';

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

/**
 * The stack of the resources that CloudFront accepts only from us-east-1: the web ACL, and a certificate that the stack
 * creates.
 * @returns undefined for a stage that has neither.
 */
export function getEdgeStack({ stage, waf, domain }: StageSettings): StageStack | undefined {
  const createsCertificate = domain !== undefined && domain.certificateArn === undefined;
  if (!waf.enabled && !createsCertificate) return undefined;
  return nameEdgeStack(stage);
}

function nameEdgeStack(stage: string): StageStack {
  return { name: `Thumbforge-${stage}-edge`, region: 'us-east-1' };
}

/** Every stack of a stage, in deployment order. */
export function listStacks(settings: StageSettings): StageStack[] {
  return [getEdgeStack(settings), getMainStack(settings)].filter((stack) => stack !== undefined);
}

/** Every stack that a stage can have, also those that only earlier settings used. */
export function listPossibleStacks(settings: StageSettings): StageStack[] {
  return [nameEdgeStack(settings.stage), getMainStack(settings)];
}

/** The regions where the CDK must be bootstrapped. */
export function listStackRegions(settings: StageSettings): string[] {
  return [...new Set(listStacks(settings).map(({ region }) => region))];
}
