/** Calls of the home page (docs/api.md, Home). */
import { http } from '../../../runtime/data/http';
import { newToken } from '../../../runtime/data/ids';
import type { HomeCell } from '../../../schemas/language/home/layout';
import type { HomeAnswer, HomeCardAnswer } from '../../../schemas/language/home/wire';

const quiet = { quiet: true } as const;

export const homeKeys = { plan: ['home', 'plan'] as const, cards: ['home', 'cards'] as const };

export const homeClient = {
  plan: (): Promise<HomeAnswer> => http.get('/home/plan', quiet),
  cards: (cards: readonly string[]): Promise<readonly HomeCardAnswer[]> => http.post('/home/cards', { cards }, quiet),
  /** no cells = back to the plan; answers the version of the layout */
  save: (cells: readonly HomeCell[], version: number): Promise<{ readonly version: number }> =>
    http.post('/home/layout', { cells, version, token: newToken() }, quiet),
};
