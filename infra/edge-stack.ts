import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as route53 from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { Firewall } from './constructs/firewall.ts';
import { createAlarm, fiveMinutes } from './monitoring/alarm-definition.ts';
import { Notifications } from './monitoring/notifications.ts';
import type { Domain } from './stages/domain.ts';
import type { StageSettings } from './stages/settings.ts';
import { createTags } from './stages/stacks.ts';

/** The resources that the site uses from us-east-1. */
export interface Edge {
  webAclArn: string | undefined;
  certificate: acm.ICertificate | undefined;
}

interface EdgeStackProps {
  settings: Pick<StageSettings, 'stage' | 'keepData' | 'waf' | 'domain' | 'alarmEmail' | 'alarmUrl'>;
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
      tags: createTags(settings),
      terminationProtection: settings.keepData,
    });
    const { waf, domain } = settings;
    if (waf.enabled) this.webAclArn = new Firewall(this, 'Firewall', waf).arn;
    if (domain !== undefined && domain.certificateArn === undefined) {
      this.certificate = this.#createCertificate(domain);
    }
    this.#createAlarm(settings);
  }

  /**
   * CloudFront writes its metrics only here, and an alarm can only notify a topic of its own region. The distribution is
   * created after this stack, so the alarm reads the metric of all distributions of the account.
   */
  #createAlarm({ alarmEmail, alarmUrl }: EdgeStackProps['settings']): void {
    // The budget is the main stack's.
    const recipients = { alarmEmail, alarmUrl, monthlyBudgetUsd: 0 };
    const { topic } = new Notifications(this, 'Notifications', { settings: recipients });
    const metric = new cloudwatch.MathExpression({
      expression: 'SELECT MAX("5xxErrorRate") FROM SCHEMA("AWS/CloudFront", DistributionId, Region)',
      period: fiveMinutes,
    });
    const definition = {
      metric,
      threshold: 5,
      periods: 3,
      description:
        'For 15 minutes, CloudFront answered 5 % or more of the requests with 5xx: of the pages and files, or of the API.',
    };
    createAlarm(this, 'SiteErrors', definition, topic);
  }

  /**
   * ACM validates the domain by records in the zone, and renews the certificate itself. Another zone replaces the certificate
   * without a change of the distribution, which would keep the old one. So the zone is in its name, to which the distribution refers.
   * The distribution still uses the certificate when this stack is updated without it, so the stack keeps it. It costs nothing.
   */
  #createCertificate({ name, hostedZone: zone }: Domain): acm.ICertificate {
    const certificate = new acm.Certificate(this, `Certificate${zone?.id ?? ''}`, {
      domainName: name,
      validation: acm.CertificateValidation.fromDns(
        zone &&
          route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', {
            hostedZoneId: zone.id,
            zoneName: zone.name,
          }),
      ),
    });
    certificate.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    return certificate;
  }
}
