import { Aws, Duration, Stack } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** The security headers of every response of the site. */
export function createSiteHeaders(scope: Construct, imagesOrigin: string): cloudfront.ResponseHeadersPolicy {
  const { stackName, region } = Stack.of(scope);
  return new cloudfront.ResponseHeadersPolicy(scope, 'Headers', {
    // Unique in the account: a stage can have a stack in several regions.
    responseHeadersPolicyName: `${stackName}-${region}-headers`,
    comment: `Security headers of ${Aws.STACK_NAME}`,
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: createContentSecurityPolicy(imagesOrigin),
        override: true,
      },
      // Two years, with subdomains. Without preload, which affects the whole parent domain.
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
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

/** Pages load only their own files and the images, and call only the site, Cognito and the images bucket. */
function createContentSecurityPolicy(imagesOrigin: string): string {
  const cognito = `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  const directives = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'connect-src': ["'self'", cognito, imagesOrigin],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // data: for the reference images that the browser shows. i.ytimg.com for the thumbnails of YouTube's videos.
    'img-src': ["'self'", 'data:', 'blob:', imagesOrigin, 'https://i.ytimg.com'],
    'manifest-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
  };
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}
