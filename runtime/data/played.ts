/**
 * The gallery shows what a page looks like when it has nothing, waits, is refused or has no network: `?demo=<state>` on a page of an
 * example. Only `usePlayed` switches it on, and only for the calls of that page.
 */
const STATES = ['empty', 'slow', 'error', 'stale', 'offline'] as const;
export type PlayedState = (typeof STATES)[number];
export const playedState = (text: string | null): PlayedState | undefined => STATES.find((state) => state === text);

/** long enough to be seen */
const SLOW_MS = 3_000;

let playing: { readonly page: string; readonly state: PlayedState } | undefined;
/** The calls of a page meet a state until the answer is called. */
export const play = (page: string, state: PlayedState): (() => void) => {
  const mine = { page, state };
  playing = mine;
  return () => {
    if (playing === mine) playing = undefined;
  };
};

export interface PlayedCall {
  readonly path: string;
  readonly body: unknown;
  readonly isWrite: boolean;
}
export interface Met {
  readonly body: unknown;
  readonly answer?: { readonly status: number; readonly data: unknown };
}
/** What a call meets before it is sent: another body, or an answer in place of the server's. A lost call throws. */
export const meet = async ({ path, body, isWrite }: PlayedCall): Promise<Met> => {
  const isList = path.endsWith('/getPageList');
  if (playing === undefined || !path.startsWith(`/lcdp/data/${encodeURIComponent(playing.page)}/`)) return { body };
  switch (playing.state) {
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return { body };
    case 'empty':
      return isList ? { body, answer: { status: 200, data: { code: 200, data: NOTHING } } } : { body };
    case 'error':
      return isList || isWrite ? { body, answer: { status: 500, data: { code: 500 } } } : { body };
    case 'stale':
      return { body: isWrite ? older(body) : body };
    case 'offline':
      if (isList || isWrite) throw new Error('played: no network');
      return { body };
  }
};

const NOTHING = { records: [], total: 0, current: 1, size: 20, summary: {} };

/** The same call as somebody would send it whose record is one version behind: the server refuses it as it does. */
const older = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map(older);
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      key === 'version' && typeof value === 'number'
        ? value - 1
        : key === 'record' || key === 'targets'
          ? older(value)
          : value,
    ]),
  );
};
