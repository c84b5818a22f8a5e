import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { createSiteHeaders } from '../../infra/constructs/site-headers.ts';
import { full, named, prod, render, type Cloud } from './support/cloud.ts';
import { countByHeader } from './support/firewall.ts';
import { CERTIFICATE } from './support/stages.ts';

interface Rule {
  Name: string;
  OverrideAction?: object;
  Statement: Record<string, Record<string, unknown>>;
}

interface WebAcl {
  Rules: Rule[];
  CustomResponseBodies: Record<string, { Content: string }>;
}

const readWebAcl = (cloud: Cloud) =>
  cloud.firewall?.one('AWS::WAFv2::WebACL', 'FirewallWebAcl').Properties as unknown as WebAcl;
const webAcl = readWebAcl(prod);

const readDistribution = (cloud: Cloud) =>
  cloud.one('AWS::CloudFront::Distribution', 'SiteDistribution').Properties['DistributionConfig'] as {
    Aliases?: string[];
    ViewerCertificate?: object;
  };

describe('the firewall', () => {
  it('limits the rate of the requests to the API only, of each session and of each IP address', () => {
    const startsWith = (SearchString: string) => ({
      ByteMatchStatement: {
        FieldToMatch: { UriPath: {} },
        PositionalConstraint: 'STARTS_WITH',
        SearchString,
        TextTransformations: [
          { Priority: 0, Type: 'URL_DECODE' },
          { Priority: 1, Type: 'NORMALIZE_PATH' },
        ],
      },
    });
    const ScopeDownStatement = { OrStatement: { Statements: ['/api/', '/v1/', '/mcp'].map(startsWith) } };

    expect(
      readWebAcl(full)
        .Rules.slice(0, 2)
        .map(({ Statement }) => Statement),
    ).toEqual([
      { RateBasedStatement: { ...countByHeader('authorization'), Limit: 5_000, ScopeDownStatement } },
      {
        RateBasedStatement: {
          AggregateKeyType: 'IP',
          EvaluationWindowSec: 300,
          Limit: 10_000,
          ScopeDownStatement,
        },
      },
    ]);
  });

  it('answers a session and an IP address above the limit with an error of the API contract', () => {
    const Action = { Block: { CustomResponse: { ResponseCode: 429, CustomResponseBodyKey: 'tooMany' } } };

    expect(webAcl.Rules.slice(0, 2)).toMatchObject([
      { Name: 'SessionRateLimit', Action },
      { Name: 'RateLimit', Action },
    ]);
    expect(JSON.parse(webAcl.CustomResponseBodies['tooMany']?.Content ?? '')).toEqual({
      error: 'Too many requests at once. Wait a moment.',
      code: 'too_many_requests',
      charge: 'none',
      requestId: '',
    });
  });

  it('only counts findings in request bodies, which are prompts and Stripe events, and blocks all fulls', () => {
    const groups = webAcl.Rules.slice(2);
    const overrides = groups.flatMap(
      ({ Statement }) => Statement['ManagedRuleGroupStatement']?.['RuleActionOverrides'] ?? [],
    ) as { Name: string; ActionToUse: object }[];

    expect(groups).not.toEqual([]);
    for (const { OverrideAction } of groups) expect(OverrideAction).toEqual({ None: {} });
    for (const { Name, ActionToUse } of overrides) {
      expect(ActionToUse, Name).toEqual({ Count: {} });
      expect(Name).toMatch(/_BODY$/);
    }
  });
});

describe('the distribution', () => {
  // CloudFormation resolves the reference only when it updates the distribution. Another host name is also its alias, and the
  // settings change nothing else that replaces a web ACL or a certificate.
  it('refers to its web ACL, and to its certificate by its zone, so that another zone changes its template', () => {
    const readOutput = (stack: string, OutputName: RegExp) => ({
      'Fn::GetStackOutput': {
        StackName: `Thumbforge-full-${stack}`,
        OutputName: expect.stringMatching(OutputName) as string,
        Region: 'us-east-1',
      },
    });

    expect(readDistribution(full)).toMatchObject({
      Aliases: ['thumbs.example.com'],
      WebACLId: readOutput('firewall', /^PublishOutputFnGetAttFirewallWebAcl/),
      ViewerCertificate: {
        AcmCertificateArn: readOutput('certificate', /^PublishOutputRefCertificateZ0123456789ABC/),
      },
    });
  });
});

describe('a custom domain', () => {
  it('has records and a certificate from us-east-1 that is validated in the hosted zone, with TLS 1.2', () => {
    expect(readDistribution(full)).toMatchObject({
      Aliases: ['thumbs.example.com'],
      ViewerCertificate: {
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    });
    expect(
      full.certificate?.one('AWS::CertificateManager::Certificate', 'CertificateZ0123456789ABC').Properties,
    ).toMatchObject({
      DomainName: 'thumbs.example.com',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ HostedZoneId: 'Z0123456789ABC' }],
    });
    const records = Object.values(full.all('AWS::Route53::RecordSet')).map(({ Properties }) => Properties);
    expect(records).toMatchObject(
      ['A', 'AAAA'].map((Type) => ({ Type, Name: 'thumbs.example.com.', HostedZoneId: 'Z0123456789ABC' })),
    );
  });

  it('uses an existing certificate, and names the CNAME record to create if there is no hosted zone', () => {
    expect(readDistribution(named)).toMatchObject({
      Aliases: ['thumbs.example.org'],
      ViewerCertificate: { AcmCertificateArn: CERTIFICATE, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(named.all('AWS::Route53::RecordSet')).toEqual({});
    const { SiteCname } = named.template.findOutputs('SiteCname');
    expect(SiteCname?.['Description']).toBe('Target of the CNAME record of thumbs.example.org');
    expect(render(SiteCname?.['Value'])).toBe('${SiteDistribution.DomainName}');
  });

  it('is the origin in the outputs and in the CORS rules of the images bucket', () => {
    expect(full.one('AWS::S3::Bucket', 'ImagesBucket').Properties['CorsConfiguration']).toMatchObject({
      CorsRules: [{ AllowedOrigins: ['https://thumbs.example.com'] }],
    });
    expect(full.template.findOutputs('SiteUrl')).toMatchObject({
      SiteUrl: { Value: 'https://thumbs.example.com' },
    });
  });
});

it('the alarm on errors of CloudFront starts at 5 % for 15 minutes', () => {
  expect(prod.firewall?.one('AWS::CloudWatch::Alarm', 'SiteErrors').Properties).toMatchObject({
    AlarmName: 'Thumbforge-prod-firewall SiteErrors',
    AlarmActions: [{ Ref: expect.stringMatching(/^NotificationsTopic/) as string }],
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    EvaluationPeriods: 3,
    Threshold: 5,
    TreatMissingData: 'notBreaching',
    Metrics: [
      {
        Expression: 'SELECT MAX("5xxErrorRate") FROM SCHEMA("AWS/CloudFront", DistributionId, Region)',
        Period: 300,
      },
    ],
  });
});

const ZONE = { id: 'Z0123456789ABC', name: 'example.com' };

it.each([
  ['of the name that CloudFront assigns', undefined, true],
  ['of a name below its zone', { name: 'thumbs.example.com', hostedZone: ZONE }, true],
  ["not of the zone's own name", { name: 'example.com', hostedZone: ZONE }, false],
  ['not of a name without a zone', { name: 'thumbs.example.com', certificateArn: CERTIFICATE }, false],
])('the security headers require TLS of the subdomains %s', (_, domain, IncludeSubdomains) => {
  const stack = new Stack(new App());
  createSiteHeaders(stack, 'https://images.example.com', domain);

  Template.fromStack(stack).hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      SecurityHeadersConfig: { StrictTransportSecurity: { IncludeSubdomains } },
    },
  });
});

describe('every resource with a name that is unique in the account, not in the region,', () => {
  it.each([
    ['AWS::CloudFront::ResponseHeadersPolicy', 'ResponseHeadersPolicyConfig', 'Name', 128],
    ['AWS::CloudFront::OriginAccessControl', 'OriginAccessControlConfig', 'Name', 64],
    ['AWS::CloudFront::Function', undefined, 'Name', 64],
    ['AWS::CloudFront::PublicKey', 'PublicKeyConfig', 'Name', 128],
    ['AWS::CloudFront::KeyGroup', 'KeyGroupConfig', 'Name', 128],
    ['AWS::Budgets::Budget', 'Budget', 'BudgetName', 100],
    ['AWS::CloudWatch::Dashboard', undefined, 'DashboardName', 255],
  ] as const)('contains the stage and the region: %s', (type, part, name, maxLength) => {
    const resources = Object.values(full.all(type));

    expect(resources).not.toEqual([]);
    for (const { Properties } of resources) {
      const config = (part === undefined ? Properties : Properties[part]) as Record<string, unknown>;
      expect(config[name]).toMatch(/full/i);
      expect(config[name]).toContain('eu-west-1');
      expect(String(config[name]).length).toBeLessThanOrEqual(maxLength);
    }
  });
});
