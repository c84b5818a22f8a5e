import { describe, expect, it } from 'vitest';
import { named, other, prod, render } from '../support/cloud.ts';
import { CERTIFICATE } from '../support/stages.ts';

describe('a name of its own', () => {
  const configOf = (cloud: typeof prod) =>
    cloud.one('AWS::CloudFront::Distribution', 'SiteDistribution').Properties['DistributionConfig'] as {
      Aliases?: string[];
      ViewerCertificate?: Record<string, unknown>;
    };

  it('is not there where the stage has none: CloudFront gives it one', () => {
    expect(configOf(prod)).not.toHaveProperty('Aliases');
    expect(configOf(prod)).not.toHaveProperty('ViewerCertificate');
    expect(prod.all('AWS::Route53::RecordSet')).toEqual({});
  });

  it('is served with a certificate that is made in us-east-1 and proven in the zone, from TLS 1.2 on', () => {
    const { Aliases, ViewerCertificate } = configOf(other);

    expect(Aliases).toEqual(['thumbs.example.com']);
    expect(ViewerCertificate).toMatchObject({
      AcmCertificateArn: {
        'Fn::GetStackOutput': { StackName: 'Thumbforge-other-edge', Region: 'us-east-1' },
      },
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    });
    expect(other.edge?.one('AWS::CertificateManager::Certificate', 'Certificate').Properties).toMatchObject({
      DomainName: 'thumbs.example.com',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ HostedZoneId: 'Z0123456789ABC' }],
    });
  });

  it('is found in the zone under both kinds of addresses', () => {
    const records = Object.values(other.all('AWS::Route53::RecordSet')).map(({ Properties }) => Properties);

    expect(records).toMatchObject(
      ['A', 'AAAA'].map((Type) => ({ Type, Name: 'thumbs.example.com.', HostedZoneId: 'Z0123456789ABC' })),
    );
    for (const { AliasTarget } of records) {
      expect(render((AliasTarget as { DNSName: unknown }).DNSName)).toBe('${SiteDistribution.DomainName}');
    }
  });

  it('takes a certificate that is there, and then needs nothing of us-east-1 and of Route 53', () => {
    expect(configOf(named)).toMatchObject({
      Aliases: ['thumbs.example.org'],
      ViewerCertificate: { AcmCertificateArn: CERTIFICATE, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(named.edge).toBeUndefined();
    expect(named.all('AWS::Route53::RecordSet')).toEqual({});
  });

  it('that is in a zone somewhere else needs a record, and the outputs tell where it has to lead', () => {
    const { SiteCname } = named.template.findOutputs('SiteCname');

    expect(SiteCname?.['Description']).toBe('Where a CNAME record of thumbs.example.org has to lead');
    expect(render(SiteCname?.['Value'])).toBe('${SiteDistribution.DomainName}');
    expect([other, prod].map(({ template }) => template.findOutputs('SiteCname'))).toEqual([{}, {}]);
  });

  it('is the origin that the pictures may be fetched from, and that the outputs tell', () => {
    const bucket = other.one('AWS::S3::Bucket', 'ImagesBucket').Properties['CorsConfiguration'];

    expect(bucket).toMatchObject({ CorsRules: [{ AllowedOrigins: ['https://thumbs.example.com'] }] });
    expect(other.template.findOutputs('SiteUrl')).toMatchObject({
      SiteUrl: { Value: 'https://thumbs.example.com' },
    });
  });
});
