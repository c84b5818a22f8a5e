import { BedrockError } from './errors.ts';

/** `AWS4-HMAC-SHA256 Credential=KEY/20260131/us-west-2/bedrock/aws4_request, SignedHeaders=…, Signature=…` */
const SIGV4 =
  /^AWS4-HMAC-SHA256 Credential=[^/\s,]+\/\d{8}\/(?<region>[^/\s,]+)\/(?<service>[^/\s,]+)\/aws4_request,\s*SignedHeaders=[^\s,]+,\s*Signature=[0-9a-f]+$/;

/**
 * The region that a request was signed for. The signature itself is not checked: every caller is this machine.
 * A Bedrock API key (`Bearer`) is refused, because it names no region.
 * @throws BedrockError when the request is not signed for Bedrock.
 */
export function signedRegion(authorization: string | undefined): string {
  if (authorization === undefined || authorization === '') {
    throw new BedrockError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  }
  const { region, service } = SIGV4.exec(authorization)?.groups ?? {};
  if (region === undefined) {
    throw new BedrockError(
      'IncompleteSignatureException',
      "Authorization header requires 'Credential', 'SignedHeaders' and 'Signature' of AWS4-HMAC-SHA256.",
    );
  }
  if (service !== 'bedrock') {
    throw new BedrockError(
      'InvalidSignatureException',
      "Credential should be scoped to correct service: 'bedrock'.",
    );
  }
  return region;
}
