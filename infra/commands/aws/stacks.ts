import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { clientSettings } from './client-settings.ts';

/** A stack as it is deployed; undefined where there is none. @throws the SDK's other errors as they are. */
export async function findStack(name: string, region: string): Promise<Stack | undefined> {
  const cloudformation = new CloudFormationClient(clientSettings(region));
  try {
    const { Stacks } = await cloudformation.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks?.[0];
  } catch (error) {
    // CloudFormation's word for a stack that is not there.
    if (error instanceof Error && error.name === 'ValidationError') return undefined;
    throw error;
  }
}

export function outputsOf({ Outputs = [] }: Stack): Record<string, string> {
  return Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}
