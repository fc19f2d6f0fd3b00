/** One state beside the picture: its name and colour, whether records begin in it, and that it goes. */
import { Button, Select } from 'antd';
import { TypedInput } from '../parts/TypedInput';
import { TONED, TONES } from '../parts/tones';
import type { State } from './model';
import type { StateActs } from './state-acts';
import styles from './states.module.css';

interface Props {
  readonly state: State;
  /** records in it; undefined = not known */
  readonly count: number | undefined;
  /** undefined = may only be looked at */
  readonly acts: StateActs | undefined;
  /** it was added just now: its name is typed at once */
  readonly fresh: boolean;
  readonly onClose: () => void;
}
export const StatePanel = ({ state, count, acts, fresh, onClose }: Props) => (
  <section className={styles.panel} aria-label={`状态「${state.title}」`}>
    <header>
      状态 <code>{state.code}</code>
      <Button type="text" size="small" aria-label="关闭" onClick={onClose}>
        ×
      </Button>
    </header>
    <label>
      <span>名称</span>
      <TypedInput
        value={state.title}
        label="状态名称"
        framed
        begins={fresh}
        disabled={acts === undefined}
        onDone={(to) => acts?.set(state.code, 'title', to) === true}
      />
    </label>
    <label>
      <span>颜色</span>
      <Select
        size="small"
        aria-label="状态颜色"
        value={state.tone ?? null}
        options={TONES}
        {...TONED}
        disabled={acts === undefined}
        onChange={(to) => acts?.set(state.code, 'tone', to)}
      />
    </label>
    {acts === undefined ? (
      <small>这些状态来自公用字典，在字典里修改。</small>
    ) : (
      <footer>
        <Button size="small" disabled={state.initial} onClick={() => acts.begin(state.code)}>
          {state.initial ? '新单据从这里开始' : '设为起点'}
        </Button>
        {(count ?? 0) > 0 && !state.initial && (
          <Button
            size="small"
            onClick={() => {
              if (acts.retire(state.code)) onClose();
            }}
          >
            停用
          </Button>
        )}
        <Button
          size="small"
          danger
          onClick={() => {
            if (acts.remove(state.code, count ?? 0)) onClose();
          }}
        >
          移除状态
        </Button>
      </footer>
    )}
  </section>
);
