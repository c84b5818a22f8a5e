import { PROFILE_REGIONS } from '../../../contract/model-pool.ts';
import { createArn } from '../../credentials.ts';
import type { Iam } from '../../iam/iam.ts';
import type { Permission } from '../../iam/policy.ts';
import { toSignedRequest } from '../../iam/signature.ts';
import type { HttpCall } from './dual-server.ts';

/**
 * Verifies that the caller may invoke a model. InvokeModel and Converse need the same permissions.
 * @returns the region of the signature.
 * @throws IamError
 */
export async function authorizeModelCall(iam: Iam, call: HttpCall, modelId: string): Promise<string> {
  const { method, path: url, headers, body } = call;
  const { principal, region } = await iam.authenticate(toSignedRequest({ method, url, headers }, body), {
    service: 'bedrock',
  });
  iam.authorize(principal, listPermissions(modelId, region));
  return region;
}

/**
 * A profile forwards to its model in any region of its geography, so the caller needs the permission for each (Amazon Bedrock
 * user guide, "Geographic cross-Region inference").
 */
function listPermissions(modelId: string, region: string): Permission[] {
  const allow = (resource: string, profile?: string): Permission => ({
    action: 'bedrock:InvokeModel',
    resource,
    ...(profile !== undefined && { context: { 'bedrock:InferenceProfileArn': profile } }),
  });
  const [geography, ...model] = modelId.split('.');
  if (geography !== 'us') return [allow(`arn:aws:bedrock:${region}::foundation-model/${modelId}`)];
  const profile = createArn('bedrock', region, `inference-profile/${modelId}`);
  return [
    allow(profile),
    ...PROFILE_REGIONS.map((each) =>
      allow(`arn:aws:bedrock:${each}::foundation-model/${model.join('.')}`, profile),
    ),
  ];
}
