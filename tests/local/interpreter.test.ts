import { describe, expect, it } from 'vitest';
import type { Assembly } from '../../local/template/assembly.ts';
import { interpret, type Provisioner } from '../../local/template/interpreter.ts';

type Resources = Record<string, { Type: string; Properties?: Record<string, unknown> }>;

function createAssembly(resources: Resources, more: Partial<Assembly['template']> = {}): Assembly {
  const Resources = Object.fromEntries(
    Object.entries(resources).map(([id, { Type, Properties = {} }]) => [id, { Type, Properties }]),
  );
  return {
    stackName: 'Stack',
    region: 'us-west-2',
    assets: new Map(),
    template: { Resources, Conditions: {}, Mappings: {}, Parameters: {}, Outputs: {}, ...more },
  };
}

/** Provisions resources of the type `Thing`, and records their properties. */
function createThings() {
  const calls: [string, unknown][] = [];
  const provisioner: Provisioner = (logicalId, properties) => {
    calls.push([logicalId, properties]);
    return { ref: `the-${logicalId}`, attributes: { Arn: `arn:${logicalId}` } };
  };
  return { calls, provisioners: { Thing: provisioner } };
}

/** Resolves a value of a template. */
async function resolveValue(value: unknown, more: Partial<Assembly['template']> = {}): Promise<unknown> {
  const { calls, provisioners } = createThings();
  const resources = { Other: { Type: 'Thing' }, One: { Type: 'Thing', Properties: { value } } };
  await interpret(createAssembly(resources, more), provisioners);
  const [, properties] = calls.find(([id]) => id === 'One') ?? [];
  return (properties as Record<string, unknown>)['value'];
}

describe('the intrinsic function', () => {
  it.each([
    [{ Ref: 'Other' }, 'the-Other'],
    [{ Ref: 'AWS::Region' }, 'us-west-2'],
    [{ 'Fn::GetAtt': ['Other', 'Arn'] }, 'arn:Other'],
    [{ 'Fn::GetAtt': 'Other.Arn' }, 'arn:Other'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Other' }, 1]] }, 'a-the-Other-1'],
    [{ 'Fn::Split': ['/', 'a/b'] }, ['a', 'b']],
    [{ 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b'] }] }, 'b'],
    [{ 'Fn::Sub': 'x ${Other} ${Other.Arn} ${!Kept}' }, 'x the-Other arn:Other ${Kept}'],
    [{ 'Fn::Sub': ['${own} ${AWS::Region}', { own: { Ref: 'Other' } }] }, 'the-Other us-west-2'],
    [{ list: ['a', { Ref: 'AWS::NoValue' }], gone: { Ref: 'AWS::NoValue' } }, { list: ['a'] }],
    [
      { Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      { Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    ],
  ])('%j resolves', async (value, expected) => {
    expect(await resolveValue(value)).toEqual(expected);
  });

  it('Fn::If selects a branch by its condition', async () => {
    const Conditions = {
      Yes: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-west-2'] },
      No: { 'Fn::Not': [{ Condition: 'Yes' }] },
    };
    expect(await resolveValue({ 'Fn::If': ['Yes', 'a', 'b'] }, { Conditions })).toBe('a');
    expect(await resolveValue({ 'Fn::If': ['No', 'a', 'b'] }, { Conditions })).toBe('b');
  });

  it('Fn::If removes a property whose value is AWS::NoValue, and does not provision the other branch', async () => {
    const { calls, provisioners } = createThings();
    const value = { 'Fn::If': ['No', { Ref: 'Missing' }, { Ref: 'AWS::NoValue' }] };
    const resources = { One: { Type: 'Thing', Properties: { value, kept: 1 } } };
    const Conditions = { No: { 'Fn::Equals': ['a', 'b'] } };
    await interpret(createAssembly(resources, { Conditions }), provisioners);
    expect(calls).toEqual([['One', { kept: 1 }]]);
  });

  it('Fn::FindInMap reads a mapping, and Ref the default of a parameter', async () => {
    const Mappings = { Regions: { 'us-west-2': { zone: 'Z1' } } };
    const Parameters = { Key: { Default: 'zone' } };
    const value = { 'Fn::FindInMap': ['Regions', { Ref: 'AWS::Region' }, { Ref: 'Key' }] };
    expect(await resolveValue(value, { Mappings, Parameters })).toBe('Z1');
  });

  it('that is not supported is an error with its name', async () => {
    await expect(resolveValue({ 'Fn::Transform': {} })).rejects.toThrow('Fn::Transform');
  });
});

describe('the outputs of a stack', () => {
  it('are resolved from the provisioned resources', async () => {
    const Outputs = {
      Name: { Value: { Ref: 'One' } },
      Address: { Value: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['One', 'Arn'] }]] } },
    };
    const { outputs } = await interpret(
      createAssembly({ One: { Type: 'Thing' } }, { Outputs }),
      createThings().provisioners,
    );
    expect(outputs).toEqual({ Name: 'the-One', Address: 'https://arn:One' });
  });
});

describe('the interpreter', () => {
  it('provisions dependencies first, each once', async () => {
    const { calls, provisioners } = createThings();
    const value = { Ref: 'C' };
    await interpret(
      createAssembly({
        A: { Type: 'Thing', Properties: { value } },
        B: { Type: 'Thing', Properties: { value } },
        C: { Type: 'Thing' },
      }),
      provisioners,
    );
    expect(calls.map(([id]) => id)).toEqual(['C', 'A', 'B']);
  });

  it('rejects a circular reference, and names it', async () => {
    const resources = {
      A: { Type: 'Thing', Properties: { b: { Ref: 'B' }, c: { Ref: 'C' } } },
      B: { Type: 'Thing', Properties: { c: { Ref: 'C' } } },
      C: { Type: 'Thing', Properties: { b: { Ref: 'B' } } },
    };
    await expect(interpret(createAssembly(resources), createThings().provisioners)).rejects.toThrow(
      'A -> B -> C -> B',
    );
  });
});

describe('a resource of a template', () => {
  it('with an unknown type causes one warning, and other resources can refer to it', async () => {
    const { calls, provisioners } = createThings();
    const { warnings } = await interpret(
      createAssembly({
        Stream: { Type: 'AWS::Kinesis::Stream' },
        Other: { Type: 'AWS::Kinesis::Stream' },
        One: { Type: 'Thing', Properties: { stream: { Ref: 'Stream' } } },
      }),
      provisioners,
    );
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/AWS::Kinesis::Stream: Stream, Other/);
    expect(calls).toEqual([['One', { stream: 'Stream' }]]);
  });

  it('that cannot be provisioned is named in the error, with its type and the reason', async () => {
    const provisioners = {
      Thing: () => {
        throw new Error('it is too big');
      },
    };
    await expect(interpret(createAssembly({ Big: { Type: 'Thing' } }), provisioners)).rejects.toThrow(
      'Big (Thing): it is too big',
    );
  });
});
