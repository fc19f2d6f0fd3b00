/** The process cannot start for a reason its reader can mend: printed as one sentence, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
