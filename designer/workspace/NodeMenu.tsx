/** The menu of the chosen things: everything a key does, for the mouse. */
import { Dropdown } from 'antd';
import type { KeyActs } from './use-keys';

interface Props {
  readonly at: { readonly x: number; readonly y: number } | undefined;
  readonly keys: KeyActs;
  readonly onClose: () => void;
}
const ACTS: { readonly [key: string]: (keys: KeyActs) => void } = {
  rename: (keys) => keys.rename(),
  copy: (keys) => keys.copy(),
  paste: (keys) => keys.paste(),
  duplicate: (keys) => keys.duplicate(),
  up: (keys) => keys.move(-1),
  down: (keys) => keys.move(1),
  remove: (keys) => keys.remove(),
};

export const NodeMenu = ({ at, keys, onClose }: Props) => (
  <Dropdown
    open={at !== undefined}
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
    trigger={['click']}
    menu={{
      items: [
        { key: 'rename', label: '改标题', extra: 'F2' },
        { key: 'copy', label: '复制', extra: 'Ctrl+C' },
        { key: 'paste', label: '粘贴', extra: 'Ctrl+V' },
        { key: 'duplicate', label: '再来一个', extra: 'Ctrl+D' },
        { key: 'up', label: '前移', extra: 'Alt+↑' },
        { key: 'down', label: '后移', extra: 'Alt+↓' },
        { type: 'divider' },
        { key: 'remove', label: '移除', extra: 'Delete', danger: true },
      ],
      onClick: ({ key }) => {
        onClose();
        ACTS[key]?.(keys);
      },
    }}
  >
    <i style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0 }} />
  </Dropdown>
);
