import { sql } from 'kysely';

/** A moment as people of the factory read it, 'YYYY-MM-DD HH:mm:ss', as `factoryClock` of server/clock says it. */
export const momentText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;
