/** The menu of the chosen things: everything a key does, for the mouse. */
import { Dropdown } from 'antd';
import type { KeyActs } from './use-keys';

/** where on the screen a menu opens */
export interface MenuAt {
  readonly x: number;
  readonly y: number;
}
export interface MenuEntry {
  readonly label: string;
  /** the key that does the same */
  readonly extra: string;
  readonly danger?: boolean;
  readonly act: () => void;
}
interface Props {
  readonly at: MenuAt | undefined;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

export const NodeMenu = ({ at, entries, onClose }: Props) => (
  <Dropdown
    open={at !== undefined}
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
    trigger={['click']}
    menu={{
      items: entries.flatMap(({ label, extra, danger }) => [
        ...(danger === true ? [{ type: 'divider' as const, key: `${label} rule` }] : []),
        { key: label, label, extra, ...(danger === true ? { danger } : {}) },
      ]),
      onClick: ({ key }) => {
        onClose();
        entries.find((entry) => entry.label === key)?.act();
      },
    }}
  >
    {/* a menu does not open beside what has no size */}
    <i style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0, width: 1, height: 1, pointerEvents: 'none' }} />
  </Dropdown>
);

/** Of things on a page. */
export const nodeEntries = (keys: KeyActs): readonly MenuEntry[] => [
  { label: '改标题', extra: 'F2', act: keys.rename },
  { label: '复制', extra: 'Ctrl+C', act: keys.copy },
  { label: '粘贴', extra: 'Ctrl+V', act: keys.paste },
  { label: '再来一个', extra: 'Ctrl+D', act: keys.duplicate },
  { label: '前移', extra: 'Alt+↑', act: () => keys.move(-1) },
  { label: '后移', extra: 'Alt+↓', act: () => keys.move(1) },
  { label: '移除', extra: 'Delete', danger: true, act: keys.remove },
];
