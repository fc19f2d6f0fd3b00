/** Three levels in place, each opened by a click, a tap or a key; folded to 56 px it shows icons and what is below flies out, groups by their titles. */
import { Fragment, useState } from 'react';
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
  const isOpen = (node: MenuNode): boolean =>
    toggled.get(node.id) ?? (holds(node, menuId) || (menus.length <= 3 && menus.includes(node)));
  const shape = {
    menuId,
    isOpen,
    onToggle: (node: MenuNode) => setToggled(new Map(toggled).set(node.id, !isOpen(node))),
    onOpen,
  };
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
            <Group key={node.id} node={node} folded={folded && !open} {...shape} />
          ))}
        </div>
        <button type="button" className={styles.fold} onClick={onFold} aria-label={folded ? '展开菜单' : '收起菜单'}>
          <Icon name={folded ? 'unfold' : 'fold'} />
        </button>
      </nav>
    </>
  );
};

interface Shape {
  readonly menuId: string;
  readonly isOpen: (node: MenuNode) => boolean;
  readonly onToggle: (node: MenuNode) => void;
  readonly onOpen: (url: string, newWindow?: boolean) => void;
}
interface GroupProps extends Shape {
  readonly node: MenuNode;
  readonly folded: boolean;
}

const Group = ({ node, folded, ...shape }: GroupProps) => {
  const { menuId, isOpen, onToggle, onOpen } = shape;
  const inside = holds(node, menuId);
  const open = isOpen(node);
  const handle = (): void => {
    if (node.url !== null) onOpen(node.url, node.newWindow);
    else onToggle(node);
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
          <Leaves nodes={node.children} flat {...shape} />
        </div>
      )}
      {!folded && open && <Leaves nodes={node.children} {...shape} />}
    </div>
  );
};

interface LeavesProps extends Shape {
  readonly nodes: readonly MenuNode[];
  /** inside the fly-out everything stands open below its title */
  readonly flat?: boolean;
}
const Leaves = ({ nodes, flat = false, ...shape }: LeavesProps) =>
  nodes.map((node) =>
    node.children.length === 0 ? (
      <button
        key={node.id}
        type="button"
        className={styles.leaf}
        data-on={node.id === shape.menuId || undefined}
        aria-current={node.id === shape.menuId ? 'page' : undefined}
        onClick={() => node.url !== null && shape.onOpen(node.url, node.newWindow)}
      >
        <span>{node.name}</span>
      </button>
    ) : flat ? (
      <Fragment key={node.id}>
        <b>{node.name}</b>
        <Leaves nodes={node.children} flat {...shape} />
      </Fragment>
    ) : (
      <Folder key={node.id} node={node} {...shape} />
    ),
  );

const Folder = ({ node, ...shape }: Shape & { readonly node: MenuNode }) => {
  const open = shape.isOpen(node);
  return (
    <div>
      <button
        type="button"
        className={styles.leaf}
        data-in={holds(node, shape.menuId) || undefined}
        aria-expanded={open}
        onClick={() => shape.onToggle(node)}
      >
        <span>{node.name}</span>
        <Icon name="down" className={open ? styles.caretOpen : styles.caret} />
      </button>
      {open && (
        <div className={styles.inner}>
          <Leaves nodes={node.children} {...shape} />
        </div>
      )}
    </div>
  );
};
