/**
 * Statements that are asked again and again (list plans) are prepared under a name: PostgreSQL then parses and plans them once per
 * connection. Only texts that were announced here get one, and only so many: every connection keeps its own plans in memory.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { bounded } from '../registry/bounded';

const MAX_PREPARED = 200;
/** a statement that a condition made long is planned anew: each connection would keep its plan */
const MAX_TEXT = 12_000;
const names = new Map<string, string>();

/** From now on this text is sent as a prepared statement; a long one, and beyond 200 texts, stays a plain one. */
export const prepareStatement = (text: string): void => {
  if (text.length <= MAX_TEXT && names.size < MAX_PREPARED && !names.has(text)) names.set(text, `mw${names.size}`);
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

const wrap = (client: pg.PoolClient): PostgresPoolClient =>
  ({
    query: (text: string, values: readonly unknown[]) => {
      const name = names.get(text);
      if (name === undefined) return client.query(text, [...values]);
      return client.query({ name, text, values: [...values] }).catch((error: { readonly code?: string }) => {
        if (error.code !== '0A000') throw error;
        // a column it answers has another type since it was planned: from now on it is asked plainly
        names.delete(text);
        return client.query(text, [...values]).catch(() => {
          // inside a transaction nothing can be asked any more; it is run anew (tx.ts)
          throw error;
        });
      });
    },
    // the pool gives the client a release of its own each time it hands it out
    release: () => client.release(),
  }) as unknown as PostgresPoolClient;
