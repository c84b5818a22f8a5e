/** `isReal` gives the hash of a mailbox its real cost. The real hash is slow on purpose, so most tests use a fast hash. */
export const mailboxHash = { isReal: false };
