/** Rows of a menu for mouse and keyboard: a line shows where a carried row would go, and why it may not. */
import { Icon } from '../../runtime/page/index';
import { Glyph } from '../Glyph';
import { Rename } from '../parts/Rename';
import styles from './lists.module.css';
import type { MenuRow } from './menu-rows';
import { type MenuTreeing, type MenuTreeProps, useMenuTree } from './use-menu-tree';

export const MenuTree = (props: MenuTreeProps) => {
  const tree = useMenuTree(props);
  return (
    <div
      ref={tree.list}
      className={styles.menu}
      role="tree"
      aria-label="菜单项"
      tabIndex={0}
      onKeyDown={tree.handleKey}
      onPointerMove={tree.move}
      onPointerUp={tree.end}
    >
      {props.rows.map((row) => (
        <Row key={row.address} row={row} tree={tree} {...props} />
      ))}
      {tree.aim?.refused !== undefined && (
        <p role="status" className={styles.refused}>
          {tree.aim.refused}
        </p>
      )}
    </div>
  );
};

interface RowProps extends MenuTreeProps {
  readonly row: MenuRow;
  readonly tree: MenuTreeing;
}
const Row = ({ row, tree, selection, closed = false, ...props }: RowProps) => (
  <div
    role="treeitem"
    tabIndex={-1}
    aria-level={row.depth + 1}
    aria-selected={selection.includes(row.address)}
    data-menu-row={row.address}
    data-carried={tree.carried === row.address ? '' : undefined}
    data-aim={tree.aim?.over === row.address ? tree.aim.place : undefined}
    data-refused={tree.aim?.over === row.address && tree.aim.refused !== undefined ? '' : undefined}
    data-off={row.off || row.hide ? '' : undefined}
    style={{ paddingLeft: `${1.3333 + row.depth * 1.6667}rem` }}
    onPointerDown={(event) => tree.press(row, event)}
    onDoubleClick={() => !closed && tree.rename(row.address)}
  >
    {!closed && <Glyph name="grip" className={styles.grip} />}
    {row.icon === undefined ? <Glyph name={row.isDirectory ? 'tab' : 'object'} /> : <Icon name={row.icon} />}
    {tree.renaming === row.address ? (
      <Rename label="新的名称" maxLength={20} title={row.title} onDone={(title) => tree.renamed(row, title)} />
    ) : (
      <b className={styles.title}>{row.title}</b>
    )}
    <span>{row.opens === row.title ? '' : row.opens}</span>
    {closed ? (
      <em>{row.off ? '已移除' : row.hide ? '已隐藏' : ''}</em>
    ) : row.off ? (
      <button type="button" onClick={() => props.onRestore(row.address)}>
        已移除，恢复
      </button>
    ) : (
      <>
        <button type="button" onClick={() => props.onHide(row.address, !row.hide)}>
          {row.hide ? '已隐藏，显示' : '隐藏'}
        </button>
        <button
          type="button"
          aria-label={`移除${row.title}`}
          title="移除 Delete"
          onClick={() => props.onRemove(row.address)}
        >
          <Glyph name="trash" />
        </button>
      </>
    )}
  </div>
);
