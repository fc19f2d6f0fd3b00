/** Rows of a list for paper: as many as its third of a sheet holds, and how many there are. */
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Part } from '../../schemas/language/resolved';
import { keys } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { WireRow } from '../data/types';
import { partBody, partColumns } from '../list/index';
import { factoryTime, type Page, useHost, usePage } from '../page/index';
import styles from './paper.module.css';

interface Props {
  readonly title: string;
  readonly part: Part;
}
/** px of a line on the sheet, and of the head and the count around the rows */
const LINE = 24;
const AROUND = 2 * LINE;
/** px at 1440 that the columns of a third may take together */
const WIDTH = 560;

export const ListPaper = ({ title, part }: Props) => {
  const state = usePage(part.list ?? '');
  return (
    <section className={styles.list} aria-label={title} aria-busy={state.status === 'loading'}>
      <h3>{title}</h3>
      {state.status === 'ready' ? (
        <Rows part={part} target={state.page} />
      ) : (
        state.status === 'error' && <p>{state.error.code === 403 ? '无权查看该数据' : state.error.msg}</p>
      )}
    </section>
  );
};

const NOTHING = {};
const Rows = ({ part, target }: { readonly part: Part; readonly target: Page }) => {
  const { session } = useHost();
  const box = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(0);
  useLayoutEffect(() => {
    setFits(Math.max(0, Math.floor(((box.current?.clientHeight ?? 0) - AROUND) / LINE)));
  }, []);
  // what the board shows now
  const body = partBody(part, NOTHING, target);
  const { data, error } = useQuery({
    queryKey: keys.list(target.object.object, target.code, body),
    queryFn: ({ signal }) => recordClient.list(target.code, body, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const all = partColumns(part, target, () => factoryTime(session.now()));
  let room = WIDTH;
  const columns = all.filter((column, at) => {
    room -= column.width;
    return at < 2 || room >= 0;
  });
  const rows = (data?.records ?? []).slice(0, fits);
  return (
    <div ref={box} className={styles.rows} aria-busy={data === undefined && error === null}>
      {data === undefined ? (
        error !== null && <p>数据加载失败</p>
      ) : data.total === 0 ? (
        <p>暂无数据</p>
      ) : (
        <>
          <table>
            <thead>
              <tr>
                {columns.map(({ key, title, align }) => (
                  <th key={key} style={{ textAlign: align }}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row: WireRow, index) => (
                <tr key={row.id}>
                  {columns.map((column) => (
                    <td key={column.key} style={{ textAlign: column.align }}>
                      {column.text(row, index)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p>{countWords(rows.length, data.total, columns.length, all.length)}</p>
        </>
      )}
    </div>
  );
};
const countWords = (rows: number, total: number, columns: number, all: number): string => {
  const said = [...(rows < total ? [`前${rows}条`] : []), ...(columns < all ? [`前${columns}列（共${all}列）`] : [])];
  return said.length === 0 ? `共${total}条` : `共${total}条，此处为${said.join('、')}`;
};
