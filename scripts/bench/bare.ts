/** The bare endpoint of the list bench: Fastify, one prepared statement for the rows and one for the capped count. Prints its port. */
import Fastify from 'fastify';
import pg from 'pg';

pg.types.setTypeParser(1082, (text) => text);
pg.types.setTypeParser(1184, (text) => text);
const pool = new pg.Pool({ connectionString: process.env.BENCH_URL, max: 10 });
const rowsText = process.env.BENCH_ROWS ?? '';
const countText = process.env.BENCH_COUNT ?? '';
const app = Fastify();
app.get('/list', async () => {
  const [rows, count] = await Promise.all([
    pool.query({ name: 'rows', text: rowsText }),
    pool.query({ name: 'count', text: countText }),
  ]);
  return {
    code: 200,
    msg: 'success',
    data: { records: rows.rows, total: Number(count.rows[0].n), current: 1, size: rows.rows.length },
  };
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`bare on ${address}`);
