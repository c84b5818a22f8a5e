import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { LOCAL_ACCOUNT, LOCAL_CREDENTIALS } from '../credentials.ts';
import { IamError } from './errors.ts';
import { parsePolicy, type Grant, type Permission } from './policy.ts';
import { verifySignature, type Credentials, type SignedRequest, type VerifyOptions } from './signature.ts';

/** A signer of requests: the administrator, who has all permissions, or a function with its role. */
export interface Principal {
  arn: string;
  /** The role of the function. Undefined for the administrator. */
  role: string | undefined;
  credentials: Credentials;
}

const ADMINISTRATOR: Principal = {
  arn: `arn:aws:iam::${LOCAL_ACCOUNT}:user/administrator`,
  role: undefined,
  credentials: LOCAL_CREDENTIALS,
};

/** A caller whose signature is verified. */
export interface Caller {
  principal: Principal;
  /** The region in the signature. */
  region: string;
  /** The signed statement about the body: its hash, or `UNSIGNED-PAYLOAD`. */
  payloadHash: string;
}

/**
 * The access keys of the embedded cloud, and the policies of their roles. If `IAM_USAGE_FILE` is set, that file gets a line for each
 * permission of a role, and a line for each permission that a request used.
 */
export class Iam {
  readonly #isEnforced: boolean;
  readonly #principals = new Map<string, Principal>([[LOCAL_CREDENTIALS.accessKeyId, ADMINISTRATOR]]);
  readonly #sessions = new Map<string, Principal>();
  readonly #grants = new Map<string, Grant[]>();
  readonly #recorded = new Set<string>();
  readonly #usageFile = process.env['IAM_USAGE_FILE'];

  /** @param options.isEnforced false gives the functions the key of the administrator, because another service knows no other key. */
  constructor({ isEnforced = true } = {}) {
    this.#isEnforced = isEnforced;
  }

  /** Adds a policy to a role. @throws a zod error if the embedded cloud cannot evaluate the policy. */
  attachPolicy(role: string, document: unknown): void {
    const grants = parsePolicy(document);
    this.#grants.set(role, [...(this.#grants.get(role) ?? []), ...grants]);
    for (const grant of grants) this.#record('granted', role, grant);
  }

  /** Gives a function the access key of its role. The key is the same in every run, so that stored URLs stay valid. */
  assumeRole(role: string, functionName: string): Principal {
    if (!this.#isEnforced) return ADMINISTRATOR;
    const arn = `arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${role}/${functionName}`;
    const derive = (part: string) => createHash('sha256').update(`${part} of ${arn}`).digest('hex');
    const credentials = {
      accessKeyId: `ASIA${derive('key').slice(0, 16).toUpperCase()}`,
      secretAccessKey: derive('secret'),
      sessionToken: derive('token'),
    };
    const principal = { arn, role, credentials };
    this.#principals.set(credentials.accessKeyId, principal);
    this.#sessions.set(functionName, principal);
    return principal;
  }

  /** Finds the principal of a function. */
  findSession(functionName: string): Principal {
    return this.#sessions.get(functionName) ?? ADMINISTRATOR;
  }

  /**
   * Finds the principal that signed a request.
   * @throws IamError that describes the problem of the signature.
   */
  async authenticate(
    request: SignedRequest,
    options: Omit<VerifyOptions, 'findCredentials'>,
  ): Promise<Caller> {
    const findCredentials = (key: string) => this.#principals.get(key)?.credentials;
    const { accessKeyId, ...caller } = await verifySignature(request, { ...options, findCredentials });
    return { ...caller, principal: this.#principals.get(accessKeyId) ?? ADMINISTRATOR };
  }

  /** @throws IamError with AWS's sentence for the first permission that the principal does not have. */
  authorize(principal: Principal, permissions: readonly Permission[]): void {
    for (const permission of permissions) {
      if (this.isAllowed(principal, permission)) continue;
      const { action, resource } = permission;
      const sentence =
        `User: ${principal.arn} is not authorized to perform: ${action} on resource: ${resource} ` +
        `because no identity-based policy allows the ${action} action`;
      throw new IamError('denied', sentence);
    }
  }

  /**
   * Returns true if a policy of the role allows the permission. Nothing is allowed by default (IAM user guide, "Policy evaluation logic").
   */
  isAllowed({ role }: Principal, permission: Permission): boolean {
    if (role === undefined) return true;
    const matching = (this.#grants.get(role) ?? []).filter((grant) => grant.matches(permission));
    for (const grant of matching) this.#record('used', role, grant);
    return matching.length > 0;
  }

  #record(kind: 'granted' | 'used', role: string, { action, resource }: Grant): void {
    if (this.#usageFile === undefined) return;
    const line = JSON.stringify([kind, role, action, resource]);
    if (this.#recorded.has(line)) return;
    this.#recorded.add(line);
    appendFileSync(this.#usageFile, `${line}\n`);
  }
}
