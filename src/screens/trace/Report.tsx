/** 追溯报告 on paper (40 §10.4): what was asked about, the picture whole, every list, room to sign. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { printSheets } from '../../../runtime/print/index';
import { RootCard } from './Facts';
import { curveOf } from './layout';
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
interface Paper {
  /** mm, landscape: lists are wide */
  readonly width: number;
  readonly height: number;
}
const A4: Paper = { width: 297, height: 210 };
const A3: Paper = { width: 420, height: 297 };
/** mm of a page that are no picture: its margins and what stands above */
const EDGES = { width: 24, height: 50 };
/** px a mm shows of a picture that is printed so small that it can just be read */
const MOST = 96 / 25.4 / 0.6;

const roomOf = ({ width, height }: Paper) => ({
  width: (width - EDGES.width) * MOST,
  height: (height - EDGES.height) * MOST,
});
const fits = ({ width, height }: Scene, paper: Paper): boolean =>
  width <= roomOf(paper).width && height <= roomOf(paper).height;
/** A large graph is printed on larger paper, a larger one on several sheets of it. */
const paperOf = (scene: Scene): Paper => (fits(scene, A4) ? A4 : A3);

interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** Parts of a picture, each as much as a page can show, row by row. */
export const tilesOf = (scene: Scene): readonly Tile[] => {
  const room = roomOf(paperOf(scene));
  const [across, down] = [Math.ceil(scene.width / room.width), Math.ceil(scene.height / room.height)];
  const [width, height] = [scene.width / across, scene.height / down];
  return Array.from({ length: across * down }, (_, n) => ({
    x: (n % across) * width,
    y: Math.floor(n / across) * height,
    width,
    height,
  }));
};

export const printReport = async (title: string, of: Reported): Promise<void> => {
  const paper = document.createElement('div');
  paper.className = 'print-root';
  const root = createRoot(paper);
  flushSync(() => root.render(<Report title={title} {...of} />));
  try {
    const { width, height } = paperOf(of.scene);
    await printSheets(paper, width, height);
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
          {found.kind === 'graph' &&
            scene.cards.length > 0 &&
            tilesOf(scene).map((tile, n, { length }) => (
              <Picture key={n} scene={scene} size={size} tile={tile} title={length > 1 ? `${n + 1}/${length}` : ''} />
            ))}
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

interface PictureProps extends Pick<Reported, 'scene' | 'size'> {
  readonly tile: Tile;
  /** which of how many; empty: the only one */
  readonly title: string;
}
/** A part of the graph in the width of the paper; a small one is not enlarged. */
const Picture = ({ scene, size, tile, title }: PictureProps) => {
  const { cards, links } = scene;
  const places = new Map(cards.map((card) => [card.id, card]));
  return (
    <svg
      className={styles.picture}
      role="img"
      aria-label={`追溯图${title}`}
      viewBox={`${tile.x - 2} ${tile.y - 2} ${tile.width + 4} ${tile.height + 4}`}
      style={{ maxWidth: `${tile.width + 4}px`, maxHeight: `${paperOf(scene).height - EDGES.height}mm` }}
    >
      {title !== '' && (
        <text x={tile.x + 4} y={tile.y + 14}>
          图 {title}
        </text>
      )}
      {links.map((link) => {
        const [from, to] = [places.get(link.from), places.get(link.to)];
        if (from === undefined || to === undefined) return null;
        const { d, x, y } = curveOf(from, to, size, link.at);
        return (
          <g key={`${link.from}>${link.to}`}>
            <path d={d} strokeDasharray={link.weak ? '4 3' : undefined} />
            <text x={x} y={y} textAnchor="middle">
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
