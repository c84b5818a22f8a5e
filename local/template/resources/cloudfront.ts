import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { Distribution, type Behavior, type Origin, EdgeFunction } from '../../site/distribution.ts';
import type { Provisioner } from '../interpreter.ts';
import type { TrustedKeys } from '../../site/signed-url.ts';
import { createStableId, type ProvisioningContext } from './context.ts';

const behaviorProperties = z.object({
  PathPattern: z.string().default('*'),
  TargetOriginId: z.string(),
  Compress: z.boolean().default(false),
  CachePolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  TrustedKeyGroups: z.array(z.string()).max(1).optional(),
  FunctionAssociations: z
    .array(z.object({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }))
    .max(1)
    .default([]),
});
const distributionProperties = z.object({
  DistributionConfig: z.object({
    DefaultRootObject: z.string().default(''),
    Origins: z.array(z.object({ Id: z.string(), DomainName: z.string() })),
    DefaultCacheBehavior: behaviorProperties,
    CacheBehaviors: z.array(behaviorProperties).default([]),
  }),
});

/** The id of AWS's CachingOptimized policy. CloudFront compresses only if the cache policy distinguishes encodings. */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';

const policyProperties = z.object({
  ResponseHeadersPolicyConfig: z.object({
    SecurityHeadersConfig: z.object({
      ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }),
      ContentTypeOptions: z.object({}),
      FrameOptions: z.object({ FrameOption: z.string() }),
      ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }),
      StrictTransportSecurity: z.object({
        AccessControlMaxAgeSec: z.number(),
        IncludeSubdomains: z.boolean(),
      }),
    }),
    CustomHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) }),
  }),
});

const publicKeyProperties = z.object({ PublicKeyConfig: z.object({ EncodedKey: z.string() }) });
const keyGroupProperties = z.object({ KeyGroupConfig: z.object({ Items: z.array(z.string()) }) });
const edgeFunctionProperties = z.object({ FunctionCode: z.string() });

/**
 * Provisions `AWS::CloudFront::*`: behaviors with their origins, viewer-request functions, response headers and the keys of signed URLs.
 */
export function createCloudfrontProvisioners(context: ProvisioningContext): Record<string, Provisioner> {
  const { files, s3, distributions, siteHost, stackName } = context;
  const edgeFunctions = new Map<string, EdgeFunction>();
  const headers = new Map<string, Record<string, string>>();
  const publicKeys = new Map<string, KeyObject>();
  const keyGroups = new Map<string, TrustedKeys>();
  const findFile = async (bucket: string, path: string) =>
    files.find(bucket, path) ?? (await s3.readObject(bucket, path));
  const findKeys = ([id = '']: string[]) => {
    const keys = keyGroups.get(id);
    if (keys === undefined) throw new Error(`its key group ${id} does not exist`);
    return keys;
  };
  return {
    'AWS::CloudFront::ResponseHeadersPolicy': (logicalId, properties) => {
      headers.set(logicalId, buildHeaders(properties));
      return { ref: logicalId };
    },
    'AWS::CloudFront::Function': (logicalId, properties) => {
      edgeFunctions.set(logicalId, new EdgeFunction(edgeFunctionProperties.parse(properties).FunctionCode));
      return { ref: logicalId, attributes: { FunctionARN: logicalId } };
    },
    'AWS::CloudFront::PublicKey': (logicalId, properties) => {
      const { EncodedKey } = publicKeyProperties.parse(properties).PublicKeyConfig;
      const id = createStableId(stackName, logicalId, 14).toUpperCase();
      publicKeys.set(id, createPublicKey(EncodedKey));
      return { ref: id };
    },
    'AWS::CloudFront::KeyGroup': (logicalId, properties) => {
      const ids = keyGroupProperties.parse(properties).KeyGroupConfig.Items;
      keyGroups.set(logicalId, new Map([...publicKeys].filter(([id]) => ids.includes(id))));
      return { ref: logicalId };
    },
    'AWS::CloudFront::Distribution': (logicalId, properties) => {
      const { DistributionConfig: config } = distributionProperties.parse(properties);
      const origins = new Map(
        config.Origins.map(({ Id, DomainName }) => [Id, resolveOrigin(DomainName, context)]),
      );
      const behaviors = [...config.CacheBehaviors, config.DefaultCacheBehavior].map((given): Behavior => {
        const origin = origins.get(given.TargetOriginId);
        if (origin === undefined) throw new Error(`its behavior ${given.PathPattern} has no origin`);
        return {
          pathPattern: given.PathPattern,
          origin,
          ...(given.TrustedKeyGroups && { trustedKeys: findKeys(given.TrustedKeyGroups) }),
          viewerRequest: edgeFunctions.get(given.FunctionAssociations[0]?.FunctionARN ?? ''),
          compress: given.Compress && given.CachePolicyId === CACHING_OPTIMIZED,
          headers: headers.get(given.ResponseHeadersPolicyId ?? '') ?? {},
        };
      });
      distributions.push(
        new Distribution({ behaviors, defaultRootObject: config.DefaultRootObject, findFile }),
      );
      return { ref: logicalId, attributes: { DomainName: siteHost, Id: logicalId } };
    },
  };
}

/** Finds the bucket or the API behind the host name of an origin. */
function resolveOrigin(domainName: string, { apis }: ProvisioningContext): Origin {
  const bucket = /^(.+)\.s3\./.exec(domainName)?.[1];
  if (bucket !== undefined) return { kind: 'bucket', name: bucket };
  const api = apis.get(/^(\w+)\.execute-api\./.exec(domainName)?.[1] ?? '');
  if (api !== undefined) return { kind: 'api', api };
  throw new Error(`its origin ${domainName} is neither a bucket nor an API of this cloud`);
}

/** Returns the headers that a response headers policy adds. */
function buildHeaders(properties: unknown): Record<string, string> {
  const config = policyProperties.parse(properties).ResponseHeadersPolicyConfig;
  const { ContentSecurityPolicy, FrameOptions, ReferrerPolicy, StrictTransportSecurity } =
    config.SecurityHeadersConfig;
  const { AccessControlMaxAgeSec, IncludeSubdomains } = StrictTransportSecurity;
  return {
    'content-security-policy': ContentSecurityPolicy.ContentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': FrameOptions.FrameOption,
    'referrer-policy': ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}`,
    ...Object.fromEntries(
      config.CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value]),
    ),
  };
}
