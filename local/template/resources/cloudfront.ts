import { z } from 'zod';
import { Distribution, type Behavior, type Origin } from '../../site/distribution.ts';
import { EdgeFunction } from '../../site/edge-function.ts';
import type { Maker } from '../interpreter.ts';
import { headersOf } from './response-headers.ts';
import type { Services } from './services.ts';

const behaviorProperties = z.object({
  PathPattern: z.string().default('*'),
  TargetOriginId: z.string(),
  Compress: z.boolean().default(false),
  CachePolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
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

/** AWS's own CachingOptimized. Only a cache policy that tells the encodings apart lets CloudFront compress. */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';

const edgeFunctionProperties = z.object({ FunctionCode: z.string() });

/** `AWS::CloudFront::*`: behaviours with their origins, their viewer-request function and their response headers. */
export function cloudfrontMakers(services: Services): Record<string, Maker> {
  const { files, distributions, siteHost, localize } = services;
  const edgeFunctions = new Map<string, EdgeFunction>();
  const headers = new Map<string, Record<string, string>>();
  return {
    'AWS::CloudFront::ResponseHeadersPolicy': (logicalId, properties) => {
      headers.set(logicalId, headersOf(properties, localize));
      return { ref: logicalId };
    },
    'AWS::CloudFront::Function': (logicalId, properties) => {
      edgeFunctions.set(logicalId, new EdgeFunction(edgeFunctionProperties.parse(properties).FunctionCode));
      return { ref: logicalId, attributes: { FunctionARN: logicalId } };
    },
    'AWS::CloudFront::Distribution': (logicalId, properties) => {
      const { DistributionConfig: config } = distributionProperties.parse(properties);
      const origins = new Map(
        config.Origins.map(({ Id, DomainName }) => [Id, originOf(DomainName, services)]),
      );
      const behaviors = [...config.CacheBehaviors, config.DefaultCacheBehavior].map((given): Behavior => {
        const origin = origins.get(given.TargetOriginId);
        if (origin === undefined) throw new Error(`its behaviour ${given.PathPattern} has no origin`);
        return {
          pathPattern: given.PathPattern,
          origin,
          viewerRequest: edgeFunctions.get(given.FunctionAssociations[0]?.FunctionARN ?? ''),
          compress: given.Compress && given.CachePolicyId === CACHING_OPTIMIZED,
          headers: headers.get(given.ResponseHeadersPolicyId ?? '') ?? {},
        };
      });
      distributions.push(new Distribution({ behaviors, defaultRootObject: config.DefaultRootObject, files }));
      return { ref: logicalId, attributes: { DomainName: siteHost, Id: logicalId } };
    },
  };
}

/** Which thing of this cloud stands behind an origin's host name. */
function originOf(domainName: string, { apis }: Services): Origin {
  const bucket = /^(.+)\.s3\./.exec(domainName)?.[1];
  if (bucket !== undefined) return { kind: 'bucket', name: bucket };
  const api = apis.get(/^(\w+)\.execute-api\./.exec(domainName)?.[1] ?? '');
  if (api !== undefined) return { kind: 'api', api };
  throw new Error(`its origin ${domainName} is neither a bucket nor an API of this cloud`);
}
