/** Boxes in columns and the ways between them: operations of a route, documents made from documents. */
import type { KeyboardEvent } from 'react';
import styles from './LayerGraph.module.css';
import type { Place } from './layers';

const WIDTH = 148;
const HEIGHT = 60;
const GAP_X = 56;
const GAP_Y = 24;
const PAD = 16;

export interface GraphNode extends Place {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly tone?: string | undefined;
}
export interface GraphEdge {
  readonly key: string;
  /** keys of nodes */
  readonly from: string;
  readonly to: string;
  readonly tone?: string | undefined;
  readonly title?: string;
  readonly onOpen?: () => void;
}
export interface LayerGraphProps {
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly legend: readonly { readonly tone?: string; readonly title: string }[];
}

export function LayerGraph({ label, nodes, edges, legend }: LayerGraphProps) {
  const at = new Map(nodes.map((node) => [node.key, node]));
  const most = (of: (node: GraphNode) => number): number => Math.max(0, ...nodes.map((node) => of(node) + 1));
  const width = most(({ column }) => column) * (WIDTH + GAP_X) - GAP_X + PAD * 2;
  const height = most(({ line }) => line) * (HEIGHT + GAP_Y) - GAP_Y + PAD * 2;
  return (
    <div className={styles.block}>
      <ul className={styles.legend}>
        {legend.map(({ tone, title }) => (
          <li key={title} data-tone={tone}>
            {title}
          </li>
        ))}
      </ul>
      <div className={styles.scroll}>
        <svg
          width={width}
          height={height}
          role={edges.some(({ onOpen }) => onOpen) ? 'group' : 'img'}
          aria-label={label}
        >
          <defs>
            <marker id="layerArrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
              <path className={styles.head} d="M0 0L8 4L0 8z" />
            </marker>
          </defs>
          {edges.map((edge) => (
            <Way key={edge.key} edge={edge} from={at.get(edge.from)} to={at.get(edge.to)} />
          ))}
          {nodes.map((node) => (
            <Box key={node.key} node={node} />
          ))}
        </svg>
      </div>
    </div>
  );
}

function Box({ node }: { readonly node: GraphNode }) {
  const { x, y } = placeOf(node);
  return (
    <g transform={`translate(${x} ${y})`} data-tone={node.tone} className={styles.node}>
      <title>{node.name}</title>
      <rect width={WIDTH} height={HEIGHT} rx={4} />
      <text x={12} y={25} className={styles.name}>
        {short(node.name, 9)}
      </text>
      <text x={12} y={45} className={styles.note}>
        {short(node.note, 11)}
      </text>
    </g>
  );
}

interface WayProps {
  readonly edge: GraphEdge;
  readonly from: GraphNode | undefined;
  readonly to: GraphNode | undefined;
}
function Way({ edge, from, to }: WayProps) {
  const { onOpen, title, tone } = edge;
  const line = { className: styles.edge, d: wayOf(from, to), markerEnd: 'url(#layerArrow)', 'data-tone': tone };
  if (onOpen === undefined) return <path {...line} />;
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') onOpen();
  };
  return (
    <path {...line} data-open="" role="link" tabIndex={0} aria-label={title} onClick={onOpen} onKeyDown={key}>
      <title>{title}</title>
    </path>
  );
}

const short = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
const placeOf = ({ column, line }: Place): { readonly x: number; readonly y: number } => ({
  x: PAD + column * (WIDTH + GAP_X),
  y: PAD + line * (HEIGHT + GAP_Y),
});
const wayOf = (from: GraphNode | undefined, to: GraphNode | undefined): string => {
  if (from === undefined || to === undefined) return '';
  const [a, b] = [placeOf(from), placeOf(to)];
  const bend = GAP_X / 2;
  // onto itself: a bow below the box
  if (from === to) return `M${a.x + WIDTH * 0.7} ${a.y + HEIGHT}c0 ${GAP_Y} ${-WIDTH * 0.4} ${GAP_Y} ${-WIDTH * 0.4} 0`;
  const [x1, y1, x2, y2] = [a.x + WIDTH, a.y + HEIGHT / 2, b.x, b.y + HEIGHT / 2];
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
};
