/** Numbers behind the charts on the sheet: asked of the draft as it stands on the server, in one call for all that ask at once. */
import type { QueryKey } from '@tanstack/react-query';
import { type CellAsk, presented } from '../../runtime/charts/index';
import { HttpError } from '../../runtime/data/http';
import type { Json } from '../../schemas/language/value';
import type { ChartData } from '../../schemas/language/wire';
import type { Answer } from '../canvas/design-queries';
import { designClient, type Somebody } from '../data/client';
import { emptied, multiplied } from './samples';

interface Line {
  /** draft in front; undefined = none is open */
  readonly draft: () => string | undefined;
  /** sends what the server does not know yet */
  readonly send: () => Promise<boolean>;
  /** with whose rights they are read; without it the implementer's */
  readonly as: () => Somebody | undefined;
}
export type Rows = 'some' | 'none' | 'many';
interface Waiting {
  readonly ask: CellAsk;
  readonly done: (data: ChartData) => void;
  readonly fail: (error: unknown) => void;
}
/** cells of one call */
const MOST = 30;

export class Numbers {
  readonly #line: Line;
  #waiting: Waiting[] = [];

  constructor(line: Line) {
    this.#line = line;
  }

  cell(ask: CellAsk): Promise<ChartData> {
    return new Promise((done, fail) => {
      this.#waiting.push({ ask, done, fail });
      if (this.#waiting.length === 1) setTimeout(() => void this.#ask(), 30);
    });
  }
  async rows(page: string, body: Json): Promise<unknown> {
    await this.#line.send();
    return designClient.previewRows(this.#line.draft() ?? '', page, body, this.#line.as());
  }

  async #ask(): Promise<void> {
    const list = this.#waiting.splice(0, MOST);
    if (this.#waiting.length > 0) setTimeout(() => void this.#ask(), 0);
    try {
      await this.#line.send();
      const answers = await designClient.preview(
        this.#line.draft() ?? '',
        list.map(({ ask }, n) => ({ key: String(n), ...ask })),
        this.#line.as(),
      );
      list.forEach(({ done, fail }, n) => {
        const answer = answers.find((answer) => answer.key === String(n));
        if (answer?.code === 200 && answer.data !== undefined) done(answer.data);
        else fail(new HttpError(answer?.code ?? 0, answer?.msg ?? '数据加载失败'));
      });
    } catch (error) {
      for (const { fail } of list) fail(error);
    }
  }
}

/** What the runtime asks about charts and the rows of a report, by the sort of its key. */
export const answersOver =
  (numbers: Numbers, rows: Rows): Answer =>
  (key: QueryKey) => {
    const [sort, what, body] = key;
    // nobody has kept a search of a draft
    if (sort === 'schemes') return null;
    if (sort === 'chart')
      return async () => {
        const ask = what as CellAsk;
        // no channel tells of a draft: it is asked again after its time
        const { live: _live, ...data } = await numbers.cell(ask);
        return presented(rows === 'none' ? emptied(data) : rows === 'many' ? multiplied(data) : data, ask.chart);
      };
    if (sort === 'report')
      return async () => {
        const data = (await numbers.rows(String(what), body as Json)) as { readonly records: readonly unknown[] };
        return rows === 'none' ? { ...data, records: [], total: 0 } : data;
      };
    return undefined;
  };
