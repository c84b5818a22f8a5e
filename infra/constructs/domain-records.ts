import { CfnOutput } from 'aws-cdk-lib';
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as route53 from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Domain } from '../stages/domain.ts';

interface DomainRecordsProps {
  domain: Domain;
  distribution: cloudfront.IDistribution;
}

/** DNS records of a custom domain. Without a hosted zone, an output names the CNAME record to create. */
export class DomainRecords extends Construct {
  constructor(scope: Construct, id: string, { domain, distribution }: DomainRecordsProps) {
    super(scope, id);
    const { name: recordName, hostedZone } = domain;
    if (hostedZone === undefined) {
      new CfnOutput(this, 'Cname', {
        value: distribution.distributionDomainName,
        description: `Target of the CNAME record of ${recordName}`,
      }).overrideLogicalId('SiteCname');
      return;
    }
    const zone = route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: hostedZone.id,
      zoneName: hostedZone.name,
    });
    const target = route53.RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    new route53.ARecord(this, 'Ipv4', { zone, recordName, target });
    new route53.AaaaRecord(this, 'Ipv6', { zone, recordName, target });
  }
}
