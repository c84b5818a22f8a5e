import { z } from 'zod';

export const hostName = z
  .string()
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    'must be a host name, e.g. thumbs.example.com',
  );

/** A custom domain for the site. */
export const domainSetting = z
  .strictObject({
    name: hostName.describe('Host name of the site, e.g. thumbs.example.com'),
    certificateArn: z
      .string()
      .regex(
        /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
        'must be the ARN of a certificate in us-east-1, the only region that CloudFront supports',
      )
      .optional()
      .describe('ACM certificate for the host name, in us-east-1. The stack creates one if not set'),
    hostedZone: z
      .strictObject({
        id: z.string().regex(/^Z[A-Z0-9]{3,31}$/, 'must be the ID of a Route 53 hosted zone'),
        name: hostName,
      })
      .optional()
      .describe('Route 53 hosted zone for the DNS records. If not set, you create the records'),
  })
  .refine(({ certificateArn, hostedZone }) => certificateArn !== undefined || hostedZone !== undefined, {
    path: ['certificateArn'],
    error: 'or hostedZone must be set: the stack validates a new certificate by a record in the hosted zone',
  })
  .refine(({ name, hostedZone: zone }) => zone === undefined || `.${name}`.endsWith(`.${zone.name}`), {
    path: ['hostedZone', 'name'],
    error: 'must be the host name or one of its parent domains',
  });

export type Domain = z.output<typeof domainSetting>;
