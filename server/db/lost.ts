/** Errors that say the connection is gone, not that the statement was wrong: whoever asked may ask again. */

/** SQLSTATE classes: 08 connection, 57P01–57P05 the server ends sessions or starts, 53300 no connection is free; and those of sockets. */
const CODES =
  /^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What `pg` and its pool say without a code. */
const TEXTS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout exceeded when trying to connect|timeout expired)/;

export const isLostConnection = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? CODES.test(code) : TEXTS.test(error.message);
};
