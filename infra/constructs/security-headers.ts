import { Aws, Duration } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { securityPolicy } from './content-security-policy.ts';

/** What every answer of the site tells browsers to refuse. */
export function securityHeaders(
  scope: Construct,
  { imagesOrigin }: { imagesOrigin: string },
): cloudfront.ResponseHeadersPolicy {
  return new cloudfront.ResponseHeadersPolicy(scope, 'Headers', {
    comment: `Security headers of ${Aws.STACK_NAME}`,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: securityPolicy({ imagesOrigin }), override: true },
      // Two years, subdomains too. No preload: that is a promise for the whole domain above, which may not be ours.
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
