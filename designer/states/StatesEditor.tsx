/** 状态图 and 动作表 of an object: what its actions do to its state. The inspector beside it shows the chosen action. */
import { Button, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import type { Library } from '../../schemas/language/check/index';
import { toObjectType } from '../../schemas/language/object-type';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { joinAddress, type Step, type StepDoc } from '../../schemas/language/steps/index';
import { objectOf } from '../inspector/resolved';
import { ActionTable } from './ActionTable';
import { arrange, type Point } from './layout';
import { stateModel } from './model';
import { StateDiagram } from './StateDiagram';
import { StatePanel } from './StatePanel';
import { type StateActs, stateFields } from './state-acts';
import styles from './states.module.css';
import { arrangeSteps, connectSteps, cutSteps, keptPlaces, placeSteps } from './steps';
import { type DiagramView, useDiagramView } from './use-diagram-view';

export interface StatesEditorProps {
  readonly doc: StepDoc;
  readonly library: Library;
  /** address of what is selected; an action is shown as chosen */
  readonly address?: string | undefined;
  /** records in each state, where they are known */
  readonly counts?: { readonly [code: string]: number } | undefined;
  readonly readonly?: boolean;
  /** undefined = the states themselves may only be looked at */
  readonly acts?: StateActs | undefined;
  /** the object gets a state: a field that is there, or one made for it */
  readonly onBegin?: ((field: string | undefined) => void) | undefined;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
  readonly onSelect: (address: string) => void;
  /** an action was drawn: it is chosen, its title is typed next */
  readonly onDrawn?: ((address: string) => void) | undefined;
}

export const StatesEditor = (props: StatesEditorProps) => {
  const { doc, library, address = '', counts, readonly = false, acts, onSteps, onSelect } = props;
  const object = objectOf(doc, library);
  const selected = /^actions\.([^.]+)/.exec(address)?.[1];
  const [mode, setMode] = useState<'diagram' | 'table'>('diagram');
  const [open, setOpen] = useState<{ readonly code: string; readonly fresh: boolean }>();
  const model = useMemo(
    () => (object === undefined ? undefined : stateModel(object, (code) => library.types.dict(code), selected)),
    [object, library, selected],
  );
  const places = useMemo(() => (model === undefined ? new Map() : arrange(model, keptPlaces(doc))), [model, doc]);
  const diagram = useDiagramView(places, object?.object, mode === 'diagram');
  if (object === undefined || model === undefined) return <NoStates object={object} onBegin={props.onBegin} />;
  const shown = model.states.find((state) => state.code === open?.code);
  const add = (): void => {
    const code = acts?.add('新状态');
    if (code === undefined) return;
    setOpen({ code, fresh: true });
    diagram.fitAnew();
  };
  const select = (action: string): void => onSelect(joinAddress('actions', action));
  const connect = (from: string, to: string): void => {
    const held = object.audited ? model.states.find(({ initial }) => initial)?.code : undefined;
    const made = connectSteps(doc, Object.keys(object.actions), { from, to, held });
    onSteps(made.steps, '画动作');
    // the states arrange themselves anew along the arrow
    if (Object.keys(keptPlaces(doc)).length === 0) diagram.fitAnew();
    (props.onDrawn ?? onSelect)(made.address);
  };
  const move = (state: string, at: Point): void => onSteps(placeSteps(doc, state, at), `移动状态 ${state}`);
  const cut = (action: string, from: string): void =>
    onSteps(cutSteps(doc, action, from, object.actions[action]?.from ?? []), '删除动作');
  return (
    <div className={styles.editor}>
      <div className={styles.modes}>
        <Segmented
          options={[
            { value: 'diagram' as const, label: '状态图' },
            { value: 'table' as const, label: '动作表' },
          ]}
          value={mode}
          aria-label="看法"
          onChange={setMode}
        />
      </div>
      {mode === 'table' ? (
        <ActionTable
          object={object}
          states={model.states}
          place={{ env: { lib: library.types, object: toObjectType(object) } }}
          selected={selected}
          onSelect={select}
        />
      ) : (
        <div ref={diagram.frame} className={styles.canvas}>
          <StateDiagram
            model={model}
            places={places}
            view={diagram.view}
            counts={counts}
            selected={selected}
            chosen={shown?.code}
            readonly={readonly}
            onSelect={select}
            onOpen={(code) => setOpen({ code, fresh: false })}
            onConnect={connect}
            onMove={move}
            onCut={cut}
            onPan={diagram.pan}
          />
          {shown !== undefined && (
            <StatePanel
              key={shown.code}
              state={shown}
              count={counts?.[shown.code]}
              acts={acts}
              fresh={open?.fresh === true}
              onClose={() => setOpen(undefined)}
            />
          )}
          <DiagramTools
            diagram={diagram}
            onAdd={acts === undefined ? undefined : add}
            onArrange={() => {
              const steps = arrangeSteps(doc);
              if (steps.length > 0) onSteps(steps, '自动排列');
              diagram.fitAnew();
              diagram.showAll();
            }}
          />
        </div>
      )}
    </div>
  );
};

interface ToolsProps {
  readonly diagram: DiagramView;
  readonly onAdd: (() => void) | undefined;
  readonly onArrange: () => void;
}
/** Below the picture: what arranges it and how much of it is seen. */
const DiagramTools = ({ diagram, onAdd, onArrange }: ToolsProps) => (
  <div className={styles.tools}>
    {onAdd !== undefined && (
      <Button size="small" type="primary" onClick={onAdd}>
        添加状态
      </Button>
    )}
    <Button size="small" onClick={onArrange}>
      自动排列
    </Button>
    <span className={styles.zoom}>
      <button type="button" aria-label="缩小" onClick={() => diagram.zoom(-1)}>
        −
      </button>
      <button type="button" aria-label="适合窗口" title="适合窗口" onClick={diagram.showAll}>
        {Math.round(diagram.view.scale * 100)}%
      </button>
      <button type="button" aria-label="放大" onClick={() => diagram.zoom(1)}>
        +
      </button>
    </span>
    <span className={styles.legend}>
      <i /> 人做
      <i data-auto="" /> 自动
    </span>
  </div>
);

interface NoStatesProps {
  readonly object: ResolvedObject | undefined;
  readonly onBegin: StatesEditorProps['onBegin'];
}
/** An object without states: one gesture gives it some. */
const NoStates = ({ object, onBegin }: NoStatesProps) => (
  <div className={styles.empty}>
    <p>还没有状态字段</p>
    <small>有了状态，动作就能画成状态图：单据从哪里开始，做什么以后到哪里。</small>
    {object !== undefined && onBegin !== undefined && (
      <div className={styles.ways}>
        <Button type="primary" onClick={() => onBegin(undefined)}>
          新建状态
        </Button>
        {stateFields(object).map((field) => (
          <Button key={field.code} onClick={() => onBegin(field.code)}>
            用「{field.title}」作为状态
          </Button>
        ))}
      </div>
    )}
  </div>
);
