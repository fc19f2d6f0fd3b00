/** The question for a new sign-in while something unsaved stands in the page: asked by calls that met the end of the session, answered once. */
const listeners = new Set<() => void>();
let asked: { readonly answer: Promise<boolean>; readonly resolve: (signedIn: boolean) => void } | null = null;

/** True = the same user is signed in again and the call may be repeated. All calls of the moment share one question. */
export const askSignIn = (): Promise<boolean> => {
  if (asked === null) {
    let resolve: (signedIn: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((done) => {
      resolve = done;
    });
    asked = { answer, resolve };
    tell();
    return answer;
  }
  return asked.answer;
};
export const answerSignIn = (signedIn: boolean): void => {
  const open = asked;
  asked = null;
  tell();
  open?.resolve(signedIn);
};
export const asksForSignIn = (): boolean => asked !== null;
export const onSignInAsked = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const tell = (): void => {
  for (const listener of [...listeners]) listener();
};
