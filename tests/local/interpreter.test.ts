import { describe, expect, it } from 'vitest';
import { interpret, type Provisioner } from '../../local/template/interpreter.ts';

type Resources = Record<string, { Type: string; Properties?: Record<string, unknown> }>;

/** Provisions resources of the type `Thing`. */
async function provision(resources: Resources, Outputs: Record<string, { Value: unknown }> = {}) {
  const properties = new Map<string, unknown>();
  const provisioner: Provisioner = (logicalId, given) => {
    if (logicalId === 'Big') throw new Error('it is too big');
    properties.set(logicalId, given);
    return { ref: `the-${logicalId}`, attributes: { Arn: `arn:${logicalId}` } };
  };
  const Resources = Object.fromEntries(
    Object.entries(resources).map(([id, { Type, Properties = {} }]) => [id, { Type, Properties }]),
  );
  const assembly = { stackName: 'Stack', region: 'us-west-2', assets: new Map<string, string>() };
  const { outputs, warnings } = await interpret(
    { ...assembly, template: { Resources, Outputs } },
    { Thing: provisioner },
    (text) => text.replace('https://', 'http://'),
  );
  return { properties, outputs, warnings };
}

const thing = (value?: unknown) => ({ Type: 'Thing', Properties: { value } });

describe('a property of a template', () => {
  it.each([
    [{ Ref: 'Other' }, 'the-Other'],
    [{ Ref: 'AWS::Region' }, 'us-west-2'],
    [{ 'Fn::GetAtt': ['Other', 'Arn'] }, 'arn:Other'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Other' }, 1]] }, 'a-the-Other-1'],
    [{ 'Fn::Sub': 'x ${Other} ${AWS::Region}' }, 'x the-Other us-west-2'],
    [
      { Condition: { StringLike: ['a', { Ref: 'Other' }] } },
      { Condition: { StringLike: ['a', 'the-Other'] } },
    ],
    [{ link: { 'Fn::Join': ['', ['https://', { Ref: 'Other' }]] } }, { link: 'http://the-Other' }],
  ])('%j resolves, with the addresses of this machine', async (value, expected) => {
    const { properties } = await provision({ Other: thing(), One: thing(value) });

    expect(properties.get('One')).toEqual({ value: expected });
  });

  it.each([
    [{ 'Fn::Transform': {} }, 'The embedded cloud does not support Fn::Transform.'],
    [{ 'Fn::Sub': '${Other.Arn}' }, 'The template has no resource Other.Arn.'],
    [{ Ref: 'Missing' }, 'The template has no resource Missing.'],
  ])('%j is an error', async (value, message) => {
    await expect(provision({ One: thing(value) })).rejects.toThrow(message);
  });
});

describe('the interpreter', () => {
  it('provisions dependencies first, each once, and resolves the outputs', async () => {
    const value = { Ref: 'C' };
    const { properties, outputs } = await provision(
      { A: thing(value), B: thing(value), C: thing() },
      { Address: { Value: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['A', 'Arn'] }]] } } },
    );

    expect([...properties.keys()]).toEqual(['C', 'A', 'B']);
    expect(outputs).toEqual({ Address: 'http://arn:A' });
  });

  it('rejects a circular reference, and names it', async () => {
    const resources = { A: thing({ Ref: 'B' }), B: thing({ Ref: 'C' }), C: thing({ Ref: 'B' }) };

    await expect(provision(resources)).rejects.toThrow('A -> B -> C -> B');
  });

  it('warns once of an unknown type, to which other resources can refer', async () => {
    const { properties, warnings } = await provision({
      Stream: { Type: 'AWS::Kinesis::Stream' },
      Other: { Type: 'AWS::Kinesis::Stream' },
      One: thing({ Ref: 'Stream' }),
    });

    expect(warnings).toEqual([expect.stringContaining('AWS::Kinesis::Stream: Stream, Other')]);
    expect(properties.get('One')).toEqual({ value: 'Stream' });
  });

  it('names a resource that cannot be provisioned, with its type and the reason', async () => {
    await expect(provision({ Big: thing() })).rejects.toThrow('Big (Thing): it is too big');
  });
});
