/** What the client of the server needs of the shell around it. */

/** A session as the sign-in answers it. */
export interface Tokens {
  readonly access_token: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}
/** What the shell lends to the client: storage of tokens, the way to speak, the way out. */
export interface HttpHost {
  token(): string | null;
  refreshToken(): string | null;
  saveTokens(tokens: Tokens): void;
  /** 2 in the embedded messenger, else 0 */
  appMark(): string;
  toast(text: string): void;
  /** the last token, also when it is over: what was done before then is still taken for a while (`late`) */
  lateToken?(): string | null;
  /** key of a screen without sign-in (`-` = it has none); null = this page has a session */
  screen?(): string | null;
  /** forget the session and go to the sign-in page with the path kept; does nothing on dashboard paths */
  signedOut(): void;
  /** asks for a new sign-in over the page, where something unsaved stands; true = the same user is back */
  signInAgain?(): Promise<boolean>;
}
