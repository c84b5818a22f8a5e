import { Aws, Duration, Stack } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { Domain } from '../stages/domain.ts';

/** The security headers of every response of the site. */
export function createSiteHeaders(
  scope: Construct,
  uploadOrigin: string,
  domain: Domain | undefined,
): cloudfront.ResponseHeadersPolicy {
  const { stackName, region } = Stack.of(scope);
  return new cloudfront.ResponseHeadersPolicy(scope, 'Headers', {
    // Unique in the account: a stage can have a stack in several regions.
    responseHeadersPolicyName: `${stackName}-${region}-headers`,
    comment: `Security headers of ${Aws.STACK_NAME}`,
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: createContentSecurityPolicy(uploadOrigin),
        override: true,
      },
      // Two years. Without preload, which affects the whole parent domain.
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: isBelowZone(domain),
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
      referrerPolicy: {
        referrerPolicy: cloudfront.HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'permissions-policy',
          value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
          override: true,
        },
        { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
      ],
    },
  });
}

/** Pages load only files of the site, and call only the site, Cognito and, for uploads, the images bucket. */
function createContentSecurityPolicy(uploadOrigin: string): string {
  const cognito = `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  const directives = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'connect-src': ["'self'", cognito, uploadOrigin],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // data: for the reference images that the browser shows. i.ytimg.com for the thumbnails of YouTube's videos.
    'img-src': ["'self'", 'data:', 'blob:', 'https://i.ytimg.com'],
    'manifest-src': ["'self'"],
    // The video of which the creator takes a frame. It stays in the browser.
    'media-src': ['blob:'],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
  };
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/**
 * The subdomains of a name below its zone belong to the site. Those of the zone's own name may be other sites, which
 * browsers could no longer open without TLS. Without a zone, nothing tells which of the two a name is.
 */
function isBelowZone(domain: Domain | undefined): boolean {
  if (domain === undefined) return true;
  return domain.hostedZone !== undefined && domain.name !== domain.hostedZone.name;
}
