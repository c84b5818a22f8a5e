import { Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as route53 from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { Firewall } from './constructs/firewall.ts';
import type { Domain } from './stages/domain.ts';
import type { StageSettings } from './stages/settings.ts';

/** The resources that the site uses from us-east-1. */
export interface Edge {
  webAclArn: string | undefined;
  certificate: acm.ICertificate | undefined;
}

interface EdgeStackProps {
  settings: Pick<StageSettings, 'waf' | 'domain'>;
  region: string;
}

/**
 * The resources that CloudFront accepts only from us-east-1: the web ACL, and a certificate unless the stage names one. A
 * separate stack, because a stack has one region. A stage that needs neither has no edge stack.
 */
export class EdgeStack extends Stack implements Edge {
  readonly webAclArn: string | undefined;
  readonly certificate: acm.ICertificate | undefined;

  constructor(scope: Construct, id: string, { settings, region }: EdgeStackProps) {
    super(scope, id, {
      env: { region },
      description: 'Thumbforge: resources that CloudFront requires in us-east-1',
    });
    const { waf, domain } = settings;
    if (waf.enabled) this.webAclArn = new Firewall(this, 'Firewall', waf).arn;
    if (domain !== undefined && domain.certificateArn === undefined) {
      this.certificate = this.#createCertificate(domain);
    }
  }

  /** ACM validates the domain by records in the zone, and renews the certificate itself. */
  #createCertificate({ name, hostedZone: zone }: Domain): acm.ICertificate {
    return new acm.Certificate(this, 'Certificate', {
      domainName: name,
      validation: acm.CertificateValidation.fromDns(
        zone &&
          route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', {
            hostedZoneId: zone.id,
            zoneName: zone.name,
          }),
      ),
    });
  }
}
