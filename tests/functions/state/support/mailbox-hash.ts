/** Whether the hash of a mailbox has its real cost. Otherwise it is fast, because it is slow on purpose. */
export const mailboxHash = { isReal: false };
