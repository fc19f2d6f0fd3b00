/**
 * The outline of the open object as a tree for mouse and keyboard: arrows walk and fold, Alt and an arrow moves the node, Delete removes
 * it, Ctrl+D copies it, F2 renames it, Shift and Ctrl choose several.
 */
import { Glyph } from '../Glyph';
import { Rename } from '../parts/Rename';
import styles from './outline.module.css';
import type { FlatNode, OutlineNode } from './outline-of';
import { type OutlineProps, type Outlining, useOutline } from './use-outline';

export const Outline = (props: OutlineProps) => {
  const outline = useOutline(props);
  const { rows } = outline;
  return (
    <div
      ref={outline.list}
      className={styles.outline}
      role="tree"
      aria-label="大纲"
      aria-multiselectable="true"
      tabIndex={0}
      onKeyDown={outline.handleKey}
    >
      {rows.map((row) =>
        row.node.head === true ? (
          <Head
            key={row.key}
            node={row.node}
            open={!outline.isFolded(row.key)}
            onFold={(on) => outline.fold(row.key, on)}
            {...props}
          />
        ) : (
          <Item key={row.key} row={row} outline={outline} />
        ),
      )}
      {rows.length === 0 && <p className={styles.none}>{props.query === '' ? '这里还没有内容' : '没有找到'}</p>}
    </div>
  );
};

/** A thing of the object; what is in it can be folded away. */
const Item = ({ row: { node, depth, key }, outline }: { readonly row: FlatNode; readonly outline: Outlining }) => {
  const isFolded = outline.isFolded(key);
  const isRenamed = outline.renaming === node.address;
  return (
    <div
      role="treeitem"
      tabIndex={-1}
      aria-selected={outline.isChosen(node.address)}
      aria-level={depth}
      className={styles.item}
      style={{ paddingLeft: `${1.3333 + (depth - 1) * 1.3333}rem` }}
      onClick={(event) => outline.handleClick(node.address, event)}
      onDoubleClick={() => outline.rename(node.address)}
      onKeyDown={() => undefined}
      onContextMenu={(event) => {
        event.preventDefault();
        outline.handleMenu(node.address, { x: event.clientX, y: event.clientY });
      }}
    >
      {(node.children?.length ?? 0) > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.twist}
          data-open={isFolded ? undefined : ''}
          aria-label={isFolded ? '展开' : '收起'}
          onClick={(event) => {
            event.stopPropagation();
            outline.fold(key, !isFolded);
          }}
        >
          <Glyph name="right" />
        </button>
      ) : (
        <i className={styles.twist} />
      )}
      <Glyph name={node.icon} className={styles.icon} />
      {isRenamed ? (
        <Rename label="新的标题" maxLength={40} title={node.title} onDone={(title) => outline.renamed(node, title)} />
      ) : (
        <span className={styles.title} title={node.title}>
          {node.title}
        </span>
      )}
      {node.note !== undefined && !isRenamed && <em>{node.note}</em>}
    </div>
  );
};

interface HeadProps extends Pick<OutlineProps, 'onAdd' | 'addable'> {
  readonly node: OutlineNode;
  readonly open: boolean;
  readonly onFold: (on: boolean) => void;
}
const Head = ({ node, open, onFold, onAdd, addable }: HeadProps) => (
  <div className={styles.head} role="treeitem" aria-expanded={open} aria-level={1} tabIndex={-1} aria-selected={false}>
    <button type="button" tabIndex={-1} onClick={() => onFold(open)}>
      {node.title} <em>{node.children?.length ?? 0}</em>
    </button>
    {addable(node.address) && (
      <button type="button" className={styles.add} aria-label={`新增${node.title}`} onClick={() => onAdd(node.address)}>
        <Glyph name="plus" />
      </button>
    )}
  </div>
);
