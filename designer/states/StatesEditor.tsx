/** 状态图 and 动作表 of an object: what its actions do to its state. The inspector beside it shows the chosen action. */
import { Button, Segmented } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Library } from '../../schemas/language/check/index';
import { toObjectType } from '../../schemas/language/object-type';
import { joinAddress, type Step, type StepDoc } from '../../schemas/language/steps/index';
import { objectOf } from '../inspector/resolved';
import { ActionTable } from './ActionTable';
import { arrange, extent, type Point } from './layout';
import { stateModel } from './model';
import { StateDiagram } from './StateDiagram';
import styles from './states.module.css';
import { arrangeSteps, connectSteps, cutSteps, keptPlaces, placeSteps } from './steps';

export interface StatesEditorProps {
  readonly doc: StepDoc;
  readonly library: Library;
  /** address of what is selected; an action is shown as chosen */
  readonly address?: string | undefined;
  /** records in each state, where they are known */
  readonly counts?: { readonly [code: string]: number } | undefined;
  readonly readonly?: boolean;
  readonly onSteps: (steps: readonly Step[], gesture: string) => void;
  readonly onSelect: (address: string) => void;
}
const ZOOM = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2] as const;

export const StatesEditor = (props: StatesEditorProps) => {
  const { doc, library, address = '', counts, readonly = false, onSteps, onSelect } = props;
  const object = objectOf(doc, library);
  const selected = /^actions\.([^.]+)/.exec(address)?.[1];
  const [mode, setMode] = useState<'diagram' | 'table'>('diagram');
  const model = useMemo(
    () => (object === undefined ? undefined : stateModel(object, (code) => library.types.dict(code), selected)),
    [object, library, selected],
  );
  const places = useMemo(() => (model === undefined ? new Map() : arrange(model, keptPlaces(doc))), [model, doc]);
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ x: 0, y: 0, scale: 1 });
  const fitView = useCallback((): void => {
    const room = frame.current?.getBoundingClientRect();
    const all = extent(places);
    if (room === undefined || room.width === 0) return;
    const scale = Math.min(1, room.width / all.width, (room.height - 56) / all.height);
    setView({
      scale,
      x: (room.width / scale - all.width) / 2 - all.x,
      y: ((room.height - 56) / scale - all.height) / 2 - all.y,
    });
  }, [places]);
  // once for each object; later the view is the user's
  const fitted = useRef<string>(undefined);
  const code = object?.object;
  useEffect(() => {
    if (mode !== 'diagram' || fitted.current === code) return;
    fitted.current = code;
    fitView();
  }, [mode, code, fitView]);
  const zoom = useCallback((by: 1 | -1): void => {
    setView((now) => {
      const at = ZOOM.reduce(
        (best, one, i) => (Math.abs(one - now.scale) < Math.abs((ZOOM[best] ?? 1) - now.scale) ? i : best),
        0,
      );
      const scale = ZOOM[Math.max(0, Math.min(ZOOM.length - 1, at + by))] ?? 1;
      const room = frame.current?.getBoundingClientRect();
      const middle = { x: (room?.width ?? 0) / 2, y: (room?.height ?? 0) / 2 };
      return {
        scale,
        x: now.x + middle.x / scale - middle.x / now.scale,
        y: now.y + middle.y / scale - middle.y / now.scale,
      };
    });
  }, []);
  // the wheel with Ctrl zooms; React's own listener could not keep the page from doing so too
  useEffect(() => {
    const element = frame.current;
    if (element === null || mode !== 'diagram') return;
    const handleWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1 : -1);
    };
    element.addEventListener('wheel', handleWheel, { passive: false });
    return () => element.removeEventListener('wheel', handleWheel);
  }, [mode, zoom]);

  if (object === undefined || model === undefined)
    return (
      <div className={styles.empty}>
        <p>还没有状态字段</p>
        <small>选一个字典字段作为状态（单据 › 状态字段），动作就能画成状态图。</small>
      </div>
    );
  const select = (action: string): void => onSelect(joinAddress('actions', action));
  const connect = (from: string, to: string): void => {
    const made = connectSteps(doc, Object.keys(object.actions), from, to);
    onSteps(made.steps, '画动作');
    // the states arrange themselves anew along the arrow
    if (Object.keys(keptPlaces(doc)).length === 0) fitted.current = undefined;
    onSelect(made.address);
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
        <div ref={frame} className={styles.canvas}>
          <StateDiagram
            model={model}
            places={places}
            view={view}
            counts={counts}
            selected={selected}
            readonly={readonly}
            onSelect={select}
            onConnect={connect}
            onMove={move}
            onCut={cut}
            onPan={(by) => setView((now) => ({ ...now, x: now.x + by.x, y: now.y + by.y }))}
          />
          <div className={styles.tools}>
            <Button
              size="small"
              onClick={() => {
                const steps = arrangeSteps(doc);
                if (steps.length > 0) onSteps(steps, '自动排列');
                fitted.current = undefined;
                fitView();
              }}
            >
              自动排列
            </Button>
            <span className={styles.zoom}>
              <button type="button" aria-label="缩小" onClick={() => zoom(-1)}>
                −
              </button>
              <button type="button" aria-label="适合窗口" title="适合窗口" onClick={fitView}>
                {Math.round(view.scale * 100)}%
              </button>
              <button type="button" aria-label="放大" onClick={() => zoom(1)}>
                +
              </button>
            </span>
            <span className={styles.legend}>
              <i /> 人做
              <i data-auto="" /> 自动
            </span>
          </div>
        </div>
      )}
    </div>
  );
};
