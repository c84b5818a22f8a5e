import { z } from 'zod';

const hostName = z
  .string()
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    'must be a host name, e.g. thumbs.example.com',
  );

/** A name of one's own for the site. */
export const domainSetting = z
  .strictObject({
    name: hostName.describe('Where creators go, e.g. thumbs.example.com'),
    certificateArn: z
      .string()
      .regex(
        /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
        'must be the ARN of a certificate in us-east-1, where CloudFront looks for it',
      )
      .optional()
      .describe('A certificate for that name, in us-east-1. One is made where it is not given'),
    hostedZone: z
      .strictObject({
        id: z.string().regex(/^Z[A-Z0-9]{3,31}$/, 'must be the id of a Route 53 hosted zone'),
        name: hostName,
      })
      .optional()
      .describe("The Route 53 zone that takes the name's records. Without it they are yours to make"),
  })
  .refine(({ certificateArn, hostedZone }) => certificateArn !== undefined || hostedZone !== undefined, {
    path: ['certificateArn'],
    error: 'or hostedZone is needed: a certificate is made only where its proof can be put into the zone',
  })
  .refine(({ name, hostedZone: zone }) => zone === undefined || `.${name}`.endsWith(`.${zone.name}`), {
    path: ['hostedZone', 'name'],
    error: 'must be the name itself, or what it ends with',
  });

export type Domain = z.output<typeof domainSetting>;
