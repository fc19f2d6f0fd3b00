/** A flow as BPMN 2.0 draws it, to look at: events are rings, gateways diamonds, tasks boxes; coloured by what happened there. */
import type { FlowPicture } from '../../schemas/language/flow/drawing';
import styles from './FlowDiagram.module.css';
import type { ProcessNode } from './process';

export type Look = ProcessNode['look'];
interface Props {
  readonly picture: FlowPicture;
  /** how nodes look by their code; without it the flow is only drawn */
  readonly looks?: ReadonlyMap<string, Look>;
}
/** room around what is drawn */
const EDGE = 30;

type Shape = FlowPicture['elements'][number];

export function FlowDiagram({ picture, looks }: Props) {
  const { elements, lines } = picture;
  const left = Math.min(...elements.map((element) => element.x)) - EDGE;
  const top = Math.min(...elements.map((element) => element.y)) - EDGE;
  const [width, height] = [picture.width - left, picture.height - top];
  return (
    <div className={styles.frame}>
      <svg
        className={styles.diagram}
        viewBox={`${left} ${top} ${width} ${height}`}
        style={{ width: `${width / 12}rem` }}
        role="img"
        aria-label="流程图"
      >
        <defs>
          <marker id="flow-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
            <path className={styles.head} d="M0 0 10 5 0 10z" />
          </marker>
        </defs>
        {lines.map((line) => (
          <g key={line.points.join(' ')} className={styles.line}>
            <polyline points={line.points.map((point) => point.join(',')).join(' ')} markerEnd="url(#flow-arrow)" />
            {line.isDefault && <Slash points={line.points} />}
            {line.title !== '' && <Label points={line.points} text={line.title} />}
          </g>
        ))}
        {elements.map((element) => (
          <g key={element.id} className={styles.shape} data-node={element.id} data-look={looks?.get(element.id)}>
            <title>{element.title}</title>
            <Drawn shape={element} />
          </g>
        ))}
      </svg>
    </div>
  );
}

const Drawn = ({ shape }: { readonly shape: Shape }) => {
  const { sort, x, y, width, height, title } = shape;
  const cx = x + width / 2;
  const cy = y + height / 2;
  if (sort === 'start' || sort === 'end' || sort === 'wait')
    return (
      <>
        <circle cx={cx} cy={cy} r={width / 2} data-thick={sort === 'end' || undefined} />
        {sort === 'wait' && <circle cx={cx} cy={cy} r={width / 2 - 4} />}
        {sort === 'wait' && <path d={`M${cx} ${cy - 8}V${cy}H${cx + 6}`} />}
        <text x={cx} y={y + height + 14}>
          {title === '' ? (sort === 'start' ? '发起' : '结束') : title}
        </text>
      </>
    );
  if (sort === 'branch' || sort === 'inclusive' || sort === 'parallel')
    return (
      <>
        <path d={`M${cx} ${y} ${x + width} ${cy} ${cx} ${y + height} ${x} ${cy}z`} />
        {sort === 'inclusive' ? <circle cx={cx} cy={cy} r={10} /> : <path d={marks(sort, cx, cy)} />}
        {title !== '' && (
          <text className={styles.beside} x={x + 2} y={y + 8}>
            {title}
          </text>
        )}
      </>
    );
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx={8} />
      <text className={styles.sort} x={x + 8} y={y + 16}>
        {SORTS[sort]}
      </text>
      <text x={cx} y={cy + 8}>
        {title.length > 8 ? `${title.slice(0, 8)}…` : title}
      </text>
    </>
  );
};
const SORTS: Readonly<Record<string, string>> = { approve: '审批', work: '办理', cc: '抄送', service: '服务' };
const marks = (sort: string, x: number, y: number): string =>
  sort === 'parallel' ? `M${x - 10} ${y}h20M${x} ${y - 10}v20` : `M${x - 7} ${y - 7}l14 14M${x + 7} ${y - 7}l-14 14`;

type Points = FlowPicture['lines'][number]['points'];
/** The sign of a default way, near where it begins. */
const Slash = ({ points: [start, next] }: { readonly points: Points }) => {
  if (start === undefined || next === undefined) return null;
  const [x, y] = start;
  const isDown = x === next[0];
  const by = Math.sign(isDown ? next[1] - y : next[0] - x) * 10;
  const [cx, cy] = isDown ? [x, y + by] : [x + by, y];
  return <path d={`M${cx - 5} ${cy + 5}l10 -10`} />;
};
/** The name of a way stands over its longest straight part. */
const Label = ({ points, text }: { readonly points: Points; readonly text: string }) => {
  let best: { readonly x: number; readonly y: number; readonly room: number } | undefined;
  points.forEach(([x, y], i) => {
    const before = points[i - 1];
    if (before === undefined || before[1] !== y) return;
    const room = Math.abs(x - before[0]);
    if (best === undefined || room > best.room) best = { x: (x + before[0]) / 2, y: y - 5, room };
  });
  return best === undefined ? null : (
    <text x={best.x} y={best.y}>
      {text}
    </text>
  );
};
