/** The credentials may not do what a check needs. */
export class NotAllowedError extends Error {
  override name = 'NotAllowedError';
  /** As IAM names it, e.g. `bedrock:ListFoundationModels`. */
  readonly permission: string;

  constructor(permission: string, cause: unknown) {
    super(`Not allowed: ${permission}`, { cause });
    this.permission = permission;
  }
}

/** What AWS services say to somebody without the permission. */
const REFUSALS = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'UnauthorizedOperation',
  'NotAuthorizedException',
]);

/**
 * Asks AWS something that needs a permission.
 * @throws NotAllowedError that names the permission; any other error as it is.
 */
export async function may<Answer>(permission: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && REFUSALS.has(error.name)) throw new NotAllowedError(permission, error);
    throw error;
  }
}
