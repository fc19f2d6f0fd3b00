/**
 * Statements that are asked again and again (list plans, finds, reads by id) are prepared under a name: PostgreSQL then parses and plans
 * them once per connection. Only texts that were announced here get one, and only so many: every connection keeps its own plans in
 * memory. A name that was not used for long makes room for another and is given back by the connections that hold it.
 */
import type { PostgresPool, PostgresPoolClient, QueryResult, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Db } from '../ctx';
import { bounded } from '../registry/bounded';
import { copyIn, isCopy } from './copy-in';
import { type Answered, askNamed, type Shape } from './named';

const MAX_PREPARED = 200;
const MAX_LOADING = 1_000;
/** a connection gives back several at once */
const MORE_HELD = 20;
/** a statement that a condition made long is planned anew: each connection would keep its plan */
const MAX_TEXT = 12_000;
/** rare or frequent decides how a part of a text is best found: planned anew for each word */
const BY_VALUE = /@> \$\d+::text\[\]/;
/** Names of texts, `most` of them: what was not asked for longest makes room. */
interface Names {
  readonly most: number;
  has(text: string): boolean;
  isInUse(name: string): boolean;
  /** a text has a name from now on */
  give(text: string): void;
  of(text: string, values: readonly unknown[]): string | undefined;
  forget(text: string): void;
}
let made = 0;
const namesOf = (most: number): Names => {
  /** by text, what was used last at the end */
  const names = new Map<string, string>();
  const inUse = new Set<string>();
  const forget = (text: string): void => {
    inUse.delete(names.get(text) ?? '');
    names.delete(text);
  };
  return {
    most,
    has: (text) => names.has(text),
    isInUse: (name) => inUse.has(name),
    give(text) {
      const oldest = names.size < most ? undefined : names.keys().next().value;
      if (oldest !== undefined) forget(oldest);
      const name = `mw${made++}`;
      names.set(text, name);
      inUse.add(name);
    },
    of(text) {
      const name = names.get(text);
      if (name === undefined) return undefined;
      names.delete(text);
      names.set(text, name);
      return name;
    },
    forget,
  };
};
const announced = namesOf(MAX_PREPARED);

/** From now on this text is sent as a prepared statement; one that is long or by value stays plain. */
export const prepareStatement = (text: string): void => {
  if (text.length > MAX_TEXT || announced.has(text) || BY_VALUE.test(text)) return;
  announced.give(text);
};

/** how often a text was sent; texts that were not sent for long are forgotten */
const uses = bounded<number>(2_000_000, () => 8);
/** Announces a text when it is sent for the fourth time. */
export const prepareOften = (text: string): void => {
  if (text.length > MAX_TEXT || announced.has(text)) return;
  const count = (uses.get(text) ?? 0) + 1;
  if (count < 4) {
    uses.set(text, count);
    return;
  }
  uses.delete(text);
  prepareStatement(text);
};

/** A statement that is sent again and again in one shape. */
export const often = <T>(query: RawBuilder<T>, db: Db): Promise<QueryResult<T>> => {
  const compiled = query.compile(db);
  prepareOften(compiled.sql);
  return db.executeQuery(compiled);
};

/** Of connections that fill new tables and are closed then: whatever has values gets a name when it is sent for the second time. */
const loading = (): Names => {
  const names = namesOf(MAX_LOADING);
  const seen = bounded<true>(8_000_000, () => 8);
  return {
    ...names,
    of(text, values) {
      const name = names.of(text, values);
      if (name !== undefined || values.length === 0 || text.length > MAX_TEXT) return name;
      if (seen.get(text)) names.give(text);
      else seen.set(text, true);
      return names.of(text, values);
    },
  };
};

/** A text that begins so is answered in cells: each row a list of values instead of an object. */
export const IN_CELLS = '/* cells */ ';

/** The pool as Kysely takes it, with names for the announced texts, of one that `loads` for all that are sent again. */
export const withPrepared = (pool: pg.Pool, loads = false): PostgresPool => {
  const names = loads ? loading() : announced;
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const wrapped = wrap(client, names);
      clients.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
};

type Answer = pg.QueryResult | pg.QueryArrayResult | Answered;
const wrap = (client: pg.PoolClient, names: Names): PostgresPoolClient => {
  /** names this connection has statements of */
  const held = new Set<string>();
  const shapes = new Map<string, Shape>();
  const cellsOf = (config: pg.QueryConfig<unknown[]>): Promise<pg.QueryArrayResult> =>
    client.query({ ...config, rowMode: 'array' });
  const plainly = (text: string, values: unknown[]): Promise<Answer> =>
    text.startsWith(IN_CELLS) ? cellsOf({ text, values }) : client.query(text, values);
  const named = async (name: string, text: string, values: unknown[]): Promise<Answer> => {
    try {
      const answer = await askNamed(client, { name, text, values, cells: text.startsWith(IN_CELLS) }, shapes);
      // one that lost its name meanwhile may have been given back already
      if (names.isInUse(name)) held.add(name);
      if (held.size > names.most + MORE_HELD) await giveBack(client, names, { held, shapes }).catch(() => undefined);
      return answer;
    } catch (error) {
      // as the driver does: who asked, and not where its answer was read
      if (error instanceof Error) Error.captureStackTrace(error);
      if ((error as { readonly code?: string }).code !== '0A000') throw error;
      // a column it answers has another type since it was planned: from now on it is asked plainly
      names.forget(text);
      return plainly(text, values).catch(() => {
        // inside a transaction nothing can be asked any more; it is run anew (tx.ts)
        throw error;
      });
    }
  };
  return {
    query: (text: string, values: readonly unknown[]) => {
      if (isCopy(text, values)) return copyIn(client, text, values[0]);
      const name = names.of(text, values);
      return name === undefined ? plainly(text, [...values]) : named(name, text, [...values]);
    },
    // the pool gives the client a release of its own each time it hands it out
    release: () => client.release(),
  } as unknown as PostgresPoolClient;
};

interface Held {
  readonly held: Set<string>;
  readonly shapes: Map<string, Shape>;
}
/** A text that is announced again gets another name, so what is given back is never asked for. */
const giveBack = async (client: pg.PoolClient, names: Names, { held, shapes }: Held): Promise<void> => {
  const gone = [...held].filter((name) => !names.isInUse(name));
  for (const name of gone) {
    held.delete(name);
    shapes.delete(name);
  }
  await client.query(gone.map((name) => `DEALLOCATE ${name}`).join('; '));
  // the driver remembers the texts of names
  const { connection } = client as unknown as { readonly connection: { parsedStatements: Record<string, string> } };
  for (const name of gone) delete connection.parsedStatements[name];
};
