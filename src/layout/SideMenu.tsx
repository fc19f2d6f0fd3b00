/** Two levels in place, the third as a fly-out; folded to 56 px it shows icons and everything flies out. */
import { useState } from 'react';
import { Icon } from '../../runtime/page/Icon';
import { type MenuNode, plainPath } from '../session/menus';
import styles from './SideMenu.module.css';

interface Props {
  readonly menus: readonly MenuNode[];
  /** address in front */
  readonly path: string;
  /** menu of the page in front; an edit page lights its list's entry */
  readonly menuId: string;
  readonly folded: boolean;
  /** slid in over the page on a narrow screen */
  readonly open: boolean;
  readonly onFold: () => void;
  readonly onOpen: (url: string, newWindow?: boolean) => void;
  readonly onDismiss: () => void;
}

const holds = (node: MenuNode, menuId: string): boolean =>
  node.id === menuId || node.children.some((child) => holds(child, menuId));

export const SideMenu = ({ menus, path, menuId, folded, open, onFold, onOpen, onDismiss }: Props) => {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (node: MenuNode): boolean => toggled.get(node.id) ?? (holds(node, menuId) || menus.length <= 3);
  const home = plainPath(path) === '/home';
  return (
    <>
      {open && <div className={styles.shade} onPointerDown={onDismiss} />}
      <nav className={styles.side} data-folded={folded || undefined} data-open={open || undefined} aria-label="菜单">
        <div className={styles.scroll}>
          <button
            type="button"
            className={styles.group}
            data-on={home || undefined}
            aria-current={home ? 'page' : undefined}
            title={folded ? '首页' : undefined}
            onClick={() => onOpen('/home')}
          >
            <Icon name="home" />
            <span>首页</span>
          </button>
          {menus.map((node) => (
            <Group
              key={node.id}
              node={node}
              menuId={menuId}
              folded={folded && !open}
              open={isOpen(node)}
              onToggle={() => setToggled(new Map(toggled).set(node.id, !isOpen(node)))}
              onOpen={onOpen}
            />
          ))}
        </div>
        <button type="button" className={styles.fold} onClick={onFold} aria-label={folded ? '展开菜单' : '收起菜单'}>
          <Icon name={folded ? 'unfold' : 'fold'} />
        </button>
      </nav>
    </>
  );
};

interface GroupProps {
  readonly node: MenuNode;
  readonly menuId: string;
  readonly folded: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onOpen: (url: string, newWindow?: boolean) => void;
}

const Group = ({ node, menuId, folded, open, onToggle, onOpen }: GroupProps) => {
  const inside = holds(node, menuId);
  const handle = (): void => {
    if (node.url !== null) onOpen(node.url, node.newWindow);
    else onToggle();
  };
  return (
    <div className={styles.wrap}>
      <button
        type="button"
        className={styles.group}
        data-in={inside || undefined}
        data-on={(folded && inside) || node.id === menuId || undefined}
        aria-expanded={node.children.length > 0 && !folded ? open : undefined}
        onClick={handle}
      >
        <Icon name={node.icon || 'folder'} />
        <span>{node.name}</span>
        {node.children.length > 0 && <Icon name="down" className={open ? styles.caretOpen : styles.caret} />}
      </button>
      {folded && node.children.length > 0 && (
        <div className={styles.fly} role="menu" aria-label={node.name}>
          <b>{node.name}</b>
          <Leaves nodes={node.children} menuId={menuId} onOpen={onOpen} flat />
        </div>
      )}
      {!folded && open && <Leaves nodes={node.children} menuId={menuId} onOpen={onOpen} />}
    </div>
  );
};

interface LeavesProps {
  readonly nodes: readonly MenuNode[];
  readonly menuId: string;
  readonly onOpen: (url: string, newWindow?: boolean) => void;
  /** inside a fly-out: the third level stands below its title */
  readonly flat?: boolean;
}

const Leaves = ({ nodes, menuId, onOpen, flat = false }: LeavesProps) =>
  nodes.map((node) => (
    <div key={node.id} className={styles.wrap}>
      <button
        type="button"
        className={styles.leaf}
        data-on={node.id === menuId || (node.children.length > 0 && holds(node, menuId)) || undefined}
        aria-current={node.id === menuId ? 'page' : undefined}
        onClick={() => node.url !== null && onOpen(node.url, node.newWindow)}
      >
        <span>{node.name}</span>
        {node.children.length > 0 && !flat && <Icon name="right" className={styles.caret} />}
      </button>
      {node.children.length > 0 &&
        (flat ? (
          <Leaves nodes={node.children} menuId={menuId} onOpen={onOpen} flat />
        ) : (
          <div className={styles.fly} role="menu" aria-label={node.name}>
            <Leaves nodes={node.children} menuId={menuId} onOpen={onOpen} flat />
          </div>
        ))}
    </div>
  ));
