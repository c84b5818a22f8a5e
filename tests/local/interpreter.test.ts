import { describe, expect, it } from 'vitest';
import type { Assembly } from '../../local/template/assembly.ts';
import { interpret, type Provisioner } from '../../local/template/interpreter.ts';

type Resources = Record<string, { Type: string; Properties?: Record<string, unknown> }>;

function assemblyOf(resources: Resources, more: Partial<Assembly['template']> = {}): Assembly {
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

/** Makes `Thing`s, and remembers with which properties. */
function things() {
  const made: [string, unknown][] = [];
  const provisioner: Provisioner = (logicalId, properties) => {
    made.push([logicalId, properties]);
    return { ref: `the-${logicalId}`, attributes: { Arn: `arn:${logicalId}` } };
  };
  return { made, provisioners: { Thing: provisioner } };
}

/** What a value of a template comes to. */
async function worth(value: unknown, more: Partial<Assembly['template']> = {}): Promise<unknown> {
  const { made, provisioners } = things();
  const resources = { Other: { Type: 'Thing' }, One: { Type: 'Thing', Properties: { value } } };
  await interpret(assemblyOf(resources, more), provisioners);
  const [, properties] = made.find(([id]) => id === 'One') ?? [];
  return (properties as Record<string, unknown>)['value'];
}

describe('an intrinsic function', () => {
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
  ])('%j', async (value, expected) => {
    expect(await worth(value)).toEqual(expected);
  });

  it('of a condition chooses', async () => {
    const Conditions = {
      Yes: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-west-2'] },
      No: { 'Fn::Not': [{ Condition: 'Yes' }] },
    };
    expect(await worth({ 'Fn::If': ['Yes', 'a', 'b'] }, { Conditions })).toBe('a');
    expect(await worth({ 'Fn::If': ['No', 'a', 'b'] }, { Conditions })).toBe('b');
  });

  it('that is not known is an error with its name', async () => {
    await expect(worth({ 'Fn::Transform': {} })).rejects.toThrow('Fn::Transform');
  });
});

describe('the outputs', () => {
  it('are worked out of what was made', async () => {
    const Outputs = {
      Name: { Value: { Ref: 'One' } },
      Address: { Value: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['One', 'Arn'] }]] } },
    };
    const { outputs } = await interpret(
      assemblyOf({ One: { Type: 'Thing' } }, { Outputs }),
      things().provisioners,
    );
    expect(outputs).toEqual({ Name: 'the-One', Address: 'https://arn:One' });
  });
});

describe('the order of making', () => {
  it('is dependencies first, each once', async () => {
    const { made, provisioners } = things();
    const value = { Ref: 'C' };
    await interpret(
      assemblyOf({
        A: { Type: 'Thing', Properties: { value } },
        B: { Type: 'Thing', Properties: { value } },
        C: { Type: 'Thing' },
      }),
      provisioners,
    );
    expect(made.map(([id]) => id)).toEqual(['C', 'A', 'B']);
  });

  it('refuses a circle, and names it', async () => {
    const resources = {
      A: { Type: 'Thing', Properties: { b: { Ref: 'B' }, c: { Ref: 'C' } } },
      B: { Type: 'Thing', Properties: { c: { Ref: 'C' } } },
      C: { Type: 'Thing', Properties: { b: { Ref: 'B' } } },
    };
    await expect(interpret(assemblyOf(resources), things().provisioners)).rejects.toThrow('A -> B -> C -> B');
  });
});

describe('a resource', () => {
  it('of an unknown type is named in one warning, and may be referred to', async () => {
    const { made, provisioners } = things();
    const { warnings } = await interpret(
      assemblyOf({
        Queue: { Type: 'AWS::SQS::Queue' },
        Dead: { Type: 'AWS::SQS::Queue' },
        One: { Type: 'Thing', Properties: { queue: { Ref: 'Queue' } } },
      }),
      provisioners,
    );
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/AWS::SQS::Queue: Queue, Dead/);
    expect(made).toEqual([['One', { queue: 'Queue' }]]);
  });

  it('that cannot be made is named with its type and the reason', async () => {
    const provisioners = {
      Thing: () => {
        throw new Error('it is too big');
      },
    };
    await expect(interpret(assemblyOf({ Big: { Type: 'Thing' } }), provisioners)).rejects.toThrow(
      'Big (Thing): it is too big',
    );
  });
});
