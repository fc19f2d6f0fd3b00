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

const MAX_PREPARED = 200;
/** a connection gives back several at once */
const MOST_HELD = MAX_PREPARED + 20;
/** a statement that a condition made long is planned anew: each connection would keep its plan */
const MAX_TEXT = 12_000;
/** rare or frequent decides how a part of a text is best found: planned anew for each word */
const BY_VALUE = /@> \$\d+::text\[\]/;
/** by text, what was used last at the end */
const names = new Map<string, string>();
const inUse = new Set<string>();
let made = 0;

/** From now on this text is sent as a prepared statement; one that is long or by value stays plain. */
export const prepareStatement = (text: string): void => {
  if (text.length > MAX_TEXT || names.has(text) || BY_VALUE.test(text)) return;
  const oldest = names.size < MAX_PREPARED ? undefined : names.keys().next().value;
  if (oldest !== undefined) forget(oldest);
  const name = `mw${made++}`;
  names.set(text, name);
  inUse.add(name);
};
const forget = (text: string): void => {
  inUse.delete(names.get(text) ?? '');
  names.delete(text);
};
const nameOf = (text: string): string | undefined => {
  const name = names.get(text);
  if (name === undefined) return undefined;
  names.delete(text);
  names.set(text, name);
  return name;
};

/** how often a text was sent; texts that were not sent for long are forgotten */
const uses = bounded<number>(2_000_000, () => 8);
/** Announces a text when it is sent for the fourth time. */
export const prepareOften = (text: string): void => {
  if (text.length > MAX_TEXT || names.has(text)) return;
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

/** A text that begins so is answered in cells: each row a list of values instead of an object. */
export const IN_CELLS = '/* cells */ ';

/** The pool as Kysely takes it, with names for the announced texts. */
export const withPrepared = (pool: pg.Pool): PostgresPool => {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const wrapped = wrap(client);
      clients.set(client, wrapped);
      return wrapped;
    },
    end: () => pool.end(),
  };
};

type Answer = pg.QueryResult | pg.QueryArrayResult;
const wrap = (client: pg.PoolClient): PostgresPoolClient => {
  /** names this connection has statements of */
  const held = new Set<string>();
  const cellsOf = (config: pg.QueryConfig<unknown[]>): Promise<pg.QueryArrayResult> =>
    client.query({ ...config, rowMode: 'array' });
  const plainly = (text: string, values: unknown[]): Promise<Answer> =>
    text.startsWith(IN_CELLS) ? cellsOf({ text, values }) : client.query(text, values);
  const named = async (name: string, text: string, values: unknown[]): Promise<Answer> => {
    try {
      const answer = await (text.startsWith(IN_CELLS)
        ? cellsOf({ name, text, values })
        : client.query({ name, text, values }));
      // one that lost its name meanwhile may have been given back already
      if (inUse.has(name)) held.add(name);
      if (held.size > MOST_HELD) await giveBack(client, held).catch(() => undefined);
      return answer;
    } catch (error) {
      if ((error as { readonly code?: string }).code !== '0A000') throw error;
      // a column it answers has another type since it was planned: from now on it is asked plainly
      forget(text);
      return plainly(text, values).catch(() => {
        // inside a transaction nothing can be asked any more; it is run anew (tx.ts)
        throw error;
      });
    }
  };
  return {
    query: (text: string, values: readonly unknown[]) => {
      if (isCopy(text, values)) return copyIn(client, text, values[0]);
      const name = nameOf(text);
      return name === undefined ? plainly(text, [...values]) : named(name, text, [...values]);
    },
    // the pool gives the client a release of its own each time it hands it out
    release: () => client.release(),
  } as unknown as PostgresPoolClient;
};

/** A text that is announced again gets another name, so what is given back is never asked for. */
const giveBack = async (client: pg.PoolClient, held: Set<string>): Promise<void> => {
  const gone = [...held].filter((name) => !inUse.has(name));
  for (const name of gone) held.delete(name);
  await client.query(gone.map((name) => `DEALLOCATE ${name}`).join('; '));
  // the driver remembers the texts of names
  const { connection } = client as unknown as { readonly connection: { parsedStatements: Record<string, string> } };
  for (const name of gone) delete connection.parsedStatements[name];
};
