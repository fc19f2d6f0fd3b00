/**
 * A board that runs for weeks: its blocks as they change, by its stream; without one its numbers every few seconds, and between them
 * whether it may still show them and as it was configured. What it showed last stays, whatever happens.
 */
import { HttpError, http } from '../../../runtime/data/http';
import { type Line, openLine } from '../../../runtime/data/live-line';
import type { ScreenInit, WallAnswer } from '../../../schemas/language/wire-wall';

/** the right to show it and its configuration are looked at this often */
const BEAT_MS = 5_000;
const FIRST_RETRY_MS = 3_000;
/** a stream that ended is opened again so much later; until then the board asks */
const STREAM_MS = 10_000;

export interface Wall {
  readonly answer: WallAnswer | undefined;
  /** refused: it never was or is no longer allowed */
  readonly isRefused: boolean;
  /** ms of this machine when the server last answered */
  readonly heardAt: number;
  /** ms the server's clock is ahead */
  readonly skew: number;
}
interface Attendance {
  /** anew, to another question too */
  begin(): void;
  stop(): void;
}
export const attend = (board: string, question: () => string, set: (next: (was: Wall) => Wall) => void): Attendance => {
  let version: string | undefined;
  let isBegun = false;
  const ended = new AbortController();
  let data: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setTimeout> | undefined;
  let line: Line | undefined;
  let relisten: ReturnType<typeof setTimeout> | undefined;
  // an answer that was overtaken, of a page nobody looks at any more, is not shown
  let asked = 0;
  const failed = (error: unknown): void => {
    if (ended.signal.aborted) return;
    if (error instanceof HttpError && [401, 403].includes(error.code))
      set((was) => ({ ...was, isRefused: true, heardAt: Date.now() }));
  };
  const askData = async (): Promise<void> => {
    clearTimeout(data);
    const mine = ++asked;
    let next = FIRST_RETRY_MS;
    try {
      const answer = await http.get<WallAnswer>(`/screen/data?${question()}`, { quiet: true, signal: ended.signal });
      if (mine !== asked) return;
      next = answer.refreshSec * 1000;
      set((was) => ({ ...was, answer, isRefused: false, heardAt: Date.now() }));
    } catch (error) {
      failed(error);
    }
    if (!ended.signal.aborted && mine === asked) data = setTimeout(askData, next);
  };
  const listen = (): void => {
    clearTimeout(relisten);
    let isFirst = true;
    const own = openLine<WallAnswer>(
      http,
      (event, board) => {
        if (line !== own || event !== 'board') return;
        // what is on its way was asked before
        asked++;
        clearTimeout(data);
        const isWhole = isFirst;
        isFirst = false;
        set((was) => {
          const before = isWhole ? undefined : was.answer?.data;
          const answer = { ...board, data: { ...before, ...board.data } };
          return { ...was, answer, isRefused: false, heardAt: Date.now() };
        });
      },
      `/screen/stream?${question()}`,
    );
    line = own;
    void own.ended.then(() => {
      if (line !== own || ended.signal.aborted) return;
      line = undefined;
      void askData();
      relisten = setTimeout(listen, STREAM_MS * (0.7 + Math.random() * 0.6));
    });
  };
  const hangUp = (): void => {
    const own = line;
    line = undefined;
    clearTimeout(relisten);
    own?.close();
  };
  const askInit = async (): Promise<void> => {
    try {
      const init = await http.get<ScreenInit>(`/screen/init?board=${board}`, { quiet: true, signal: ended.signal });
      const skew = init.serverTime - Date.now();
      set((was) => ({ ...was, isRefused: false, heardAt: Date.now(), skew }));
      if (version !== undefined && version !== init.version) void askData();
      version = init.version;
    } catch (error) {
      failed(error);
    }
    if (!ended.signal.aborted) beat = setTimeout(askInit, BEAT_MS);
  };
  const begin = (): void => {
    hangUp();
    // nor one to another question
    asked++;
    listen();
    // a stream that tells nothing
    clearTimeout(data);
    data = setTimeout(askData, FIRST_RETRY_MS);
  };
  // a network that is gone ends nothing by itself
  const cut = (): void => line?.close();
  window.addEventListener('offline', cut);
  return {
    begin: () => {
      begin();
      if (!isBegun) void askInit();
      isBegun = true;
    },
    stop: () => {
      ended.abort();
      window.removeEventListener('offline', cut);
      hangUp();
      clearTimeout(data);
      clearTimeout(beat);
    },
  };
};
