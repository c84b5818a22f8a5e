import { findStack, outputsOf } from './stacks.ts';

/** What the assemblies of this CDK ask for (`requiresBootstrapStackVersion` in cdk.out/manifest.json). */
export const BOOTSTRAP_VERSION = 6;

/** Version of the CDK's own stack in a region; undefined where it was never bootstrapped. */
export async function bootstrapVersion(region: string): Promise<number | undefined> {
  const stack = await findStack('CDKToolkit', region);
  return stack && Number(outputsOf(stack)['BootstrapVersion'] ?? 0);
}

/** The command that bootstraps a region, or brings it up to date. */
export function bootstrapCommand(account: string, region: string): string {
  return `npx cdk bootstrap aws://${account}/${region}`;
}
