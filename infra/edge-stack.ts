import { Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as route53 from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { Firewall } from './constructs/firewall.ts';
import type { Domain } from './stages/domain.ts';
import type { StageSettings } from './stages/settings.ts';

/** What the site takes from here. */
export interface Edge {
  webAclArn: string | undefined;
  certificate: acm.ICertificate | undefined;
}

interface EdgeStackProps {
  settings: Pick<StageSettings, 'waf' | 'domain'>;
  region: string;
}

/**
 * What CloudFront takes from us-east-1 alone: the firewall, and the certificate where one is to be made. A stack of its
 * own, since a stack has one region; a stage that needs neither has no such stack.
 */
export class EdgeStack extends Stack implements Edge {
  readonly webAclArn: string | undefined;
  readonly certificate: acm.ICertificate | undefined;

  constructor(scope: Construct, id: string, { settings, region }: EdgeStackProps) {
    super(scope, id, {
      env: { region },
      description: 'Thumbforge: what CloudFront takes from us-east-1',
    });
    const { waf, domain } = settings;
    if (waf.enabled) this.webAclArn = new Firewall(this, 'Firewall', waf).arn;
    if (domain !== undefined && domain.certificateArn === undefined) {
      this.certificate = this.#certificate(domain);
    }
  }

  /** Proves by records in the zone that the name is ours, and renews itself. */
  #certificate({ name, hostedZone: zone }: Domain): acm.ICertificate {
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
