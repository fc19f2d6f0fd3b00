/** The small toolbar of the chosen thing. */
import type { Box } from '../canvas/boxes';
import { Glyph } from '../Glyph';
import styles from './desk.module.css';

interface Props {
  readonly box: Pick<Box, 'title' | 'address'>;
  readonly onWiden: (() => void) | undefined;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
  /** absent = it has no menu */
  readonly onMore?: (at: { readonly x: number; readonly y: number }) => void;
}

export const Tools = ({ box, onWiden, onDuplicate, onRemove, onMore }: Props) => (
  <div className={styles.tools} role="toolbar" aria-label={`「${box.title}」的操作`}>
    <span title={box.address}>{box.title}</span>
    <i />
    {onWiden !== undefined && (
      <button type="button" aria-label="改变宽度" title="改变宽度" onClick={onWiden}>
        <Glyph name="span" />
      </button>
    )}
    <button type="button" aria-label="复制" title="复制 Ctrl+D" onClick={onDuplicate}>
      <Glyph name="copy" />
    </button>
    <button type="button" aria-label="移除" title="移除 Delete" onClick={onRemove}>
      <Glyph name="trash" />
    </button>
    {onMore !== undefined && (
      <button
        type="button"
        aria-label="更多操作"
        title="更多操作"
        onClick={(event) => onMore({ x: event.clientX, y: event.clientY })}
      >
        <Glyph name="more" />
      </button>
    )}
  </div>
);
