/**
 * A statement under a name, sent without asking anew what it answers: a prepared statement whose answer would have other columns is refused
 * by PostgreSQL (0A000), so what was described the first time holds on this connection for as long as the name does.
 */
import type pg from 'pg';
import utils from 'pg/lib/utils.js';

/** What a row of its answer is made of; null: it answers no rows. */
export type Shape = {
  readonly names: readonly string[];
  readonly parsers: readonly Parser[];
  readonly empty: Row;
} | null;
type Sent = string | Buffer | null;
type Parser = (text: string) => unknown;
type Row = Record<string, unknown>;
export interface Named {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** each row a list of values instead of an object */
  readonly cells: boolean;
}
export interface Answered {
  readonly command: string | null;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
}

/** What the driver asks of whoever holds a connection; its types leave out most of it. */
interface Line {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse(said: { readonly name: string; readonly text: string }): void;
  bind(said: { readonly statement: string; readonly values: readonly Sent[] }): void;
  describe(said: { readonly type: 'P'; readonly name: '' }): void;
  execute(said: { readonly portal: '' }): void;
  sync(): void;
}
interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** `shapes`: by name, of this connection; one that is learned is put there. */
export const askNamed = (client: pg.PoolClient, said: Named, shapes: Map<string, Shape>): Promise<Answered> =>
  new Promise((done, failed) => {
    // a value that cannot be sent throws before anything is
    const values = said.values.map((value) => utils.prepareValue(value));
    client.query(new Asked(client, { ...said, values }, shapes, { done, failed }) as unknown as pg.Submittable);
  });

interface Ready extends Named {
  readonly values: readonly Sent[];
}
interface Told {
  done(answered: Answered): void;
  failed(error: unknown): void;
}
class Asked {
  /** the driver remembers under it what was parsed; whoever watches a connection reads all three as of a query of the driver */
  readonly name: string;
  readonly text: string;
  readonly values: readonly Sent[];
  readonly #rows: unknown[] = [];
  readonly #client: pg.PoolClient;
  readonly #cells: boolean;
  readonly #shapes: Map<string, Shape>;
  readonly #told: Told;
  #shape: Shape;
  #command: string | null = null;
  #rowCount: number | null = null;
  #wrong: unknown;

  constructor(client: pg.PoolClient, said: Ready, shapes: Map<string, Shape>, told: Told) {
    this.name = said.name;
    this.text = said.text;
    this.values = said.values;
    this.#client = client;
    this.#cells = said.cells;
    this.#shapes = shapes;
    this.#told = told;
    this.#shape = shapes.get(said.name) ?? null;
  }
  /** Answers what is wrong before anything is sent. */
  submit(line: Line): unknown {
    const { name, text, values } = this;
    line.stream.cork();
    try {
      if (line.parsedStatements[name] === undefined) line.parse({ name, text });
      line.bind({ statement: name, values });
      if (!this.#shapes.has(name)) line.describe({ type: 'P', name: '' });
      line.execute({ portal: '' });
      line.sync();
      return null;
    } finally {
      line.stream.uncork();
    }
  }
  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    const names = fields.map((field) => field.name);
    this.#shape = {
      names,
      parsers: fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    };
  }
  handleDataRow({ fields: texts }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#shape === null || this.#wrong !== undefined) return;
    const { names, parsers, empty } = this.#shape;
    try {
      if (this.#cells) {
        this.#rows.push(texts.map((text, n) => (text === null ? null : parsers[n]?.(text))));
        return;
      }
      const row = { ...empty };
      for (let n = 0; n < texts.length; n++) {
        const text = texts[n];
        if (text !== null && text !== undefined) row[names[n] ?? ''] = parsers[n]?.(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#wrong = error;
    }
  }
  handleCommandComplete({ text }: { readonly text: string }): void {
    const [command = null, ...counts] = text.split(' ');
    const count = counts.at(-1);
    this.#command = command;
    this.#rowCount = count === undefined ? null : Number(count);
    this.#shapes.set(this.name, this.#shape);
  }
  handleReadyForQuery(): void {
    if (this.#wrong !== undefined) this.#told.failed(this.#wrong);
    else this.#told.done({ command: this.#command, rowCount: this.#rowCount, rows: this.#rows });
  }
  handleError(error: unknown): void {
    this.#told.failed(error);
  }
  handleEmptyQuery(): void {}
}
