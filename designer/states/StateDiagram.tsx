/** The picture: boxes of states, arrows of actions. Draw from a box's handle to another box, or with the keys: Enter, arrows, Enter. */
import { ActionLabel } from './ActionLabel';
import { BOX, type Places, type Point } from './layout';
import type { Gathered, State, StateModel } from './model';
import styles from './states.module.css';
import { type Drawing, type StateDiagramProps, useDrawing } from './use-drawing';

export const StateDiagram = (props: StateDiagramProps) => {
  const { model, view, counts, selected, readonly = false } = props;
  const drawing = useDrawing(props);
  const { dragging, linking, moved, drawn } = drawing;
  return (
    <svg
      ref={drawing.svg}
      className={styles.svg}
      role="group"
      aria-label="状态图"
      data-pan={dragging?.k === 'pan' || undefined}
      onPointerDown={drawing.pan}
      onPointerMove={drawing.handleMove}
      onPointerUp={drawing.handleUp}
      onPointerCancel={drawing.cancel}
    >
      <ArrowHeads />
      <g transform={`scale(${view.scale}) translate(${view.x} ${view.y})`}>
        {drawn.map(({ arrow, path }) => (
          <path
            key={arrow.id}
            d={path}
            className={styles.line}
            data-auto={arrow.auto || undefined}
            data-chosen={arrow.action === selected || undefined}
            markerEnd={`url(#state-arrow-${arrow.action === selected ? 'chosen' : 'plain'})`}
          />
        ))}
        {dragging?.k === 'arrow' && <Rubber from={moved.get(dragging.from)} to={dragging.at} />}
        {linking !== undefined && <Rubber from={moved.get(linking.from)} to={centre(moved.get(linking.to))} />}
        {model.states.map((state) => (
          <StateBox
            key={state.code}
            state={state}
            at={moved.get(state.code)}
            count={counts === undefined ? undefined : (counts[state.code] ?? 0)}
            drawing={drawing}
            chosen={state.code === props.chosen}
            readonly={readonly}
          />
        ))}
        <ActionLabels {...props} drawing={drawing} />
      </g>
    </svg>
  );
};

/** Names of the actions on their arrows, and below a box of those that lead to it from many. */
const ActionLabels = ({
  model,
  selected,
  readonly = false,
  onSelect,
  onCut,
  drawing,
}: StateDiagramProps & { readonly drawing: Drawing }) => (
  <>
    {drawing.drawn.map(({ arrow, label }) => (
      <ActionLabel
        key={arrow.id}
        text={`${arrow.auto ? '⚡ ' : ''}${arrow.title}`}
        at={label}
        chosen={arrow.action === selected}
        danger={arrow.danger}
        auto={arrow.auto}
        description={`从${titleOf(model, arrow.from)}到${titleOf(model, arrow.to)}`}
        onSelect={() => onSelect(arrow.action)}
        onCut={readonly ? undefined : () => onCut(arrow.action, arrow.from)}
      />
    ))}
    {gatheredAt(model.gathered, drawing.moved).map(({ gathered, at }) => (
      <ActionLabel
        key={gathered.action}
        text={gathered.title}
        at={at}
        chosen={gathered.action === selected}
        danger={gathered.danger}
        auto={false}
        description={`从${gathered.from.length === 0 ? '任何状态' : `${gathered.from.length} 个状态`}到${titleOf(model, gathered.to)}`}
        into
        onSelect={() => onSelect(gathered.action)}
      />
    ))}
  </>
);

interface BoxProps {
  readonly state: State;
  readonly at: Point | undefined;
  /** records in it; undefined = not known */
  readonly count: number | undefined;
  readonly drawing: Drawing;
  readonly chosen: boolean;
  readonly readonly: boolean;
}
/** A state: its box to take, and the handle an arrow is drawn from. */
const StateBox = ({ state, at, count, drawing, chosen, readonly }: BoxProps) =>
  at === undefined ? null : (
    <g transform={`translate(${at.x} ${at.y})`} data-tone={state.tone} className={styles.state}>
      {state.initial && (
        <g className={styles.start}>
          <circle cx={-34} cy={BOX.height / 2} r={7} />
          <path d={`M -26 ${BOX.height / 2} H -3`} className={styles.line} markerEnd="url(#state-arrow-plain)" />
        </g>
      )}
      <g
        role="button"
        tabIndex={0}
        data-state={state.code}
        data-target={drawing.target === state.code || undefined}
        aria-label={`状态${state.title} ${state.code}${count === undefined ? '' : ` ${count} 条`}`}
        data-chosen={chosen || undefined}
        aria-description="回车开始画箭头，方向键选目标，再回车完成；F2 看这个状态"
        className={styles.box}
        onPointerDown={(event) => drawing.takeBox(event, state.code)}
        onKeyDown={(event) => drawing.handleKey(event, state.code)}
        onBlur={drawing.endLink}
      >
        <rect width={BOX.width} height={BOX.height} rx={5} />
        <path d={`M 1.5 4 V ${BOX.height - 4}`} className={styles.edge} />
        <text x={14} y={24} className={styles.title}>
          {short(state.title)}
        </text>{' '}
        <text x={BOX.width - 12} y={23} textAnchor="end" className={styles.code}>
          {state.code}
        </text>{' '}
        {count !== undefined && (
          <text x={14} y={43} className={styles.count}>
            {count} 条
          </text>
        )}
      </g>
      {!readonly && (
        <circle
          cx={BOX.width}
          cy={BOX.height / 2}
          r={6}
          className={styles.handle}
          onPointerDown={(event) => drawing.drawFrom(event, state.code)}
        >
          <title>拖到另一个状态，新增动作</title>
        </circle>
      )}
    </g>
  );

const ArrowHeads = () => (
  <defs>
    {['plain', 'chosen'].map((id) => (
      <marker
        key={id}
        id={`state-arrow-${id}`}
        viewBox="0 0 10 10"
        refX="9"
        refY="5"
        markerWidth="7"
        markerHeight="7"
        orient="auto-start-reverse"
      >
        <path d="M 0 0 L 10 5 L 0 10 z" className={id === 'chosen' ? styles.headChosen : styles.head} />
      </marker>
    ))}
  </defs>
);

const titleOf = (model: StateModel, code: string): string =>
  model.states.find((state) => state.code === code)?.title ?? code;
const short = (title: string): string => (title.length > 7 ? `${title.slice(0, 6)}…` : title);
const centre = (box: Point | undefined): Point =>
  box === undefined ? { x: 0, y: 0 } : { x: box.x + BOX.width / 2, y: box.y + BOX.height / 2 };

/** Actions from many states hang below the box they lead to. */
const gatheredAt = (gathered: readonly Gathered[], places: Places) => {
  const counted = new Map<string, number>();
  return gathered.flatMap((arrow) => {
    const box = places.get(arrow.to);
    if (box === undefined) return [];
    const i = counted.get(arrow.to) ?? 0;
    counted.set(arrow.to, i + 1);
    return [{ gathered: arrow, at: { x: box.x + BOX.width / 2, y: box.y + BOX.height + 22 + i * 28 } }];
  });
};

const Rubber = ({ from, to }: { readonly from: Point | undefined; readonly to: Point }) =>
  from === undefined ? null : (
    <path
      d={`M ${from.x + BOX.width} ${from.y + BOX.height / 2} L ${to.x} ${to.y}`}
      className={styles.line}
      data-chosen=""
      markerEnd="url(#state-arrow-chosen)"
    />
  );
