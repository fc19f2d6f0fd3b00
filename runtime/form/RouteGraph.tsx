/** Block routeGraph: who waits for whom on a route, as it is typed. Outside operations are red, inspected ones blue. */
import type { Row } from '../../schemas/language/value';
import type { FormModel } from './form-model';
import styles from './RouteGraph.module.css';
import { type RouteNode, routeLayout } from './route-layout';

const WIDTH = 148;
const HEIGHT = 60;
const GAP_X = 56;
const GAP_Y = 24;
const PAD = 16;

export function RouteGraph({ model }: { readonly model: FormModel }) {
  const rows = (model.doc.ops as readonly Row[] | undefined) ?? [];
  const { nodes, edges, columns, lines } = routeLayout(rows);
  if (nodes.length === 0) return <p className={styles.empty}>还没有工序</p>;
  const at = new Map(nodes.map((node) => [node.opNbr, node]));
  const width = columns * (WIDTH + GAP_X) - GAP_X + PAD * 2;
  const height = lines * (HEIGHT + GAP_Y) - GAP_Y + PAD * 2;
  return (
    <div className={styles.block}>
      <ul className={styles.legend}>
        <li data-tone="out">外协</li>
        <li data-tone="inspect">检验</li>
        <li>其他</li>
      </ul>
      <div className={styles.scroll}>
        <svg width={width} height={height} role="img" aria-label={`流程图：${nodes.map(nameOf).join('，')}`}>
          <defs>
            <marker id="routeArrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
              <path className={styles.head} d="M0 0L8 4L0 8z" />
            </marker>
          </defs>
          {edges.map(([from, to]) => (
            <path
              key={`${from} ${to}`}
              className={styles.edge}
              d={wayOf(at.get(from), at.get(to))}
              markerEnd="url(#routeArrow)"
            />
          ))}
          {nodes.map((node) => (
            <Node key={node.id} node={node} model={model} />
          ))}
        </svg>
      </div>
    </div>
  );
}

function Node({ node, model }: { readonly node: RouteNode; readonly model: FormModel }) {
  const { row } = node;
  const group = typeof row.workGroup === 'string' ? (model.env.label('workGroup', row.workGroup) ?? '') : '';
  const supplier = typeof row.supplier === 'string' ? (model.env.label('supplier', row.supplier) ?? '') : '';
  const isOut = row.outFlag === true;
  const { x, y } = placeOf(node);
  return (
    <g
      transform={`translate(${x} ${y})`}
      data-tone={isOut ? 'out' : row.inspectFlag === true ? 'inspect' : undefined}
      className={styles.node}
    >
      <title>{nameOf(node)}</title>
      <rect width={WIDTH} height={HEIGHT} rx={4} />
      <text x={12} y={25} className={styles.name}>
        {short(nameOf(node), 9)}
      </text>
      <text x={12} y={45} className={styles.note}>
        {short(isOut ? supplier || '外协' : group, 11)}
      </text>
    </g>
  );
}

const nameOf = ({ opNbr, row }: RouteNode): string => `${opNbr} ${String(row.name ?? '')}`;
const short = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
const placeOf = ({ column, line }: RouteNode): { readonly x: number; readonly y: number } => ({
  x: PAD + column * (WIDTH + GAP_X),
  y: PAD + line * (HEIGHT + GAP_Y),
});
const wayOf = (from: RouteNode | undefined, to: RouteNode | undefined): string => {
  if (from === undefined || to === undefined) return '';
  const [a, b] = [placeOf(from), placeOf(to)];
  const [x1, y1, x2, y2] = [a.x + WIDTH, a.y + HEIGHT / 2, b.x, b.y + HEIGHT / 2];
  const bend = GAP_X / 2;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
};
