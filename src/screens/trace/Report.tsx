/** 追溯报告 on paper (40 §10.4): what was asked about, the picture whole, every list, room to sign. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { printSheets } from '../../../runtime/print/index';
import { RootCard } from './Facts';
import { Lanes, Strip } from './Pictures';
import styles from './report.module.css';
import type { CardSize, Scene } from './scene';
import type { AnyList } from './tables';
import type { Found } from './use-trace';

interface Reported {
  readonly found: Found;
  readonly scene: Scene;
  readonly size: CardSize;
  readonly lists: readonly AnyList[];
}
/** A4, landscape: lists are wide */
const PAPER = { width: 297, height: 210 };

export const printReport = async (title: string, of: Reported): Promise<void> => {
  const paper = document.createElement('div');
  paper.className = 'print-root';
  const root = createRoot(paper);
  flushSync(() => root.render(<Report title={title} {...of} />));
  try {
    await printSheets(paper, PAPER.width, PAPER.height);
  } finally {
    root.unmount();
  }
};

export const Report = ({ title, found, scene, size, lists }: Reported & { readonly title: string }) => (
  <table className={styles.report}>
    {/* repeated on each page: its margins */}
    <thead>
      <tr>
        <td className={styles.margin} />
      </tr>
    </thead>
    <tfoot>
      <tr>
        <td className={styles.margin} />
      </tr>
    </tfoot>
    <tbody>
      <tr>
        <td className={styles.body}>
          <h1>{title}报告</h1>
          <p className={styles.asOf}>数据截至 {found.answer.asOf}</p>
          <div className={styles.root}>
            <RootCard found={found} />
          </div>
          {found.kind === 'graph' && scene.cards.length > 0 && <Picture scene={scene} size={size} />}
          {found.kind === 'path' && <Strip path={found.answer} />}
          {found.kind === 'resource' && <Lanes resource={found.answer} />}
          {lists
            .filter(({ rows }) => rows.length > 0)
            .map((list) => (
              <Rows key={list.key} list={list} />
            ))}
          <p className={styles.sign}>
            <span>编制：＿＿＿＿＿＿＿＿</span>
            <span>审核：＿＿＿＿＿＿＿＿</span>
            <span>批准：＿＿＿＿＿＿＿＿</span>
            <span>日期：＿＿＿＿＿＿＿＿</span>
          </p>
        </td>
      </tr>
    </tbody>
  </table>
);

/** The whole graph in the width of the paper; a small one is not enlarged. */
const Picture = ({ scene: { cards, links, width, height }, size }: Pick<Reported, 'scene' | 'size'>) => {
  const places = new Map(cards.map((card) => [card.id, card]));
  return (
    <svg
      className={styles.picture}
      role="img"
      aria-label="追溯图"
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      style={{ maxWidth: `${width + 4}px` }}
    >
      {links.map((link) => {
        const [from, to] = [places.get(link.from), places.get(link.to)];
        if (from === undefined || to === undefined) return null;
        const [x1, y1] = [from.x + size.width, from.y + size.height / 2];
        const [x2, y2] = [to.x, to.y + size.height / 2];
        return (
          <g key={`${link.from}>${link.to}`}>
            <path
              d={`M${x1} ${y1} C${x1 + 50} ${y1} ${x2 - 50} ${y2} ${x2} ${y2}`}
              strokeDasharray={link.weak ? '4 3' : undefined}
            />
            <text x={(x1 + x2) / 2} y={(y1 + y2) / 2 - 4} textAnchor="middle">
              {link.label}
            </text>
          </g>
        );
      })}
      {cards.map((card) => (
        <g key={card.id} data-alarm={card.alarm || undefined}>
          <rect
            x={card.x}
            y={card.y}
            width={size.width}
            height={size.height}
            strokeDasharray={card.weak ? '4 3' : undefined}
          />
          <text x={card.x + 10} y={card.y + 22}>
            {card.title}
          </text>
          <text x={card.x + 10} y={card.y + 42}>
            {card.sub} {card.qty}
          </text>
        </g>
      ))}
    </svg>
  );
};

/** Columns that say nothing of any row are left out. */
const Rows = ({ list: { title, count, columns, rows } }: { readonly list: AnyList }) => {
  const said = columns.filter(({ text }) => rows.some((row, n) => !['', '0'].includes(text(row, n))));
  return (
    <section>
      <h2>
        {title} {count}
      </h2>
      <table className={styles.list} aria-label={title}>
        <thead>
          <tr>
            {said.map((column) => (
              <th key={column.key}>{column.title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n}>
              {said.map((column) => (
                <td key={column.key} align={column.align === 'right' ? 'right' : 'left'}>
                  {column.text(row, n)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
