/** Marks and blocks of the editor. The buttons leave the selection where it is. */
import {
  BoldOutlined,
  DisconnectOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { Input, Popover } from 'antd';
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import styles from './RichText.module.css';

interface Tool {
  readonly title: string;
  readonly icon: ReactNode;
  readonly run: (chain: ChainedCommands) => ChainedCommands;
  readonly isOn?: (editor: Editor) => boolean;
}
const TOOLS: readonly (readonly Tool[])[] = [
  [
    {
      title: '标题',
      icon: 'H',
      run: (c) => c.toggleHeading({ level: 2 }),
      isOn: (e) => e.isActive('heading', { level: 2 }),
    },
    {
      title: '小标题',
      icon: 'h',
      run: (c) => c.toggleHeading({ level: 3 }),
      isOn: (e) => e.isActive('heading', { level: 3 }),
    },
  ],
  [
    { title: '加粗 Ctrl+B', icon: <BoldOutlined />, run: (c) => c.toggleBold(), isOn: (e) => e.isActive('bold') },
    { title: '斜体 Ctrl+I', icon: <ItalicOutlined />, run: (c) => c.toggleItalic(), isOn: (e) => e.isActive('italic') },
    {
      title: '下划线 Ctrl+U',
      icon: <UnderlineOutlined />,
      run: (c) => c.toggleUnderline(),
      isOn: (e) => e.isActive('underline'),
    },
    {
      title: '删除线',
      icon: <StrikethroughOutlined />,
      run: (c) => c.toggleStrike(),
      isOn: (e) => e.isActive('strike'),
    },
  ],
  [
    {
      title: '列表',
      icon: <UnorderedListOutlined />,
      run: (c) => c.toggleBulletList(),
      isOn: (e) => e.isActive('bulletList'),
    },
    {
      title: '编号列表',
      icon: <OrderedListOutlined />,
      run: (c) => c.toggleOrderedList(),
      isOn: (e) => e.isActive('orderedList'),
    },
  ],
];
const HISTORY: readonly Tool[] = [
  { title: '撤销 Ctrl+Z', icon: <UndoOutlined />, run: (c) => c.undo() },
  { title: '重做 Ctrl+Y', icon: <RedoOutlined />, run: (c) => c.redo() },
];

export function Toolbar({ editor }: { readonly editor: Editor }) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    editor.on('transaction', redraw);
    return () => {
      editor.off('transaction', redraw);
    };
  }, [editor]);
  const press = (tool: Tool) => (
    <Press
      key={tool.title}
      title={tool.title}
      on={tool.isOn?.(editor)}
      onPress={() => tool.run(editor.chain().focus()).run()}
    >
      {tool.icon}
    </Press>
  );
  return (
    <div className={styles.bar} role="toolbar" aria-label="文字格式">
      {TOOLS.map((group) => (
        <span key={group[0]?.title} className={styles.tools}>
          {group.map(press)}
        </span>
      ))}
      <span className={styles.tools}>
        <LinkTool editor={editor} />
      </span>
      <span className={styles.tools}>{HISTORY.map(press)}</span>
    </div>
  );
}

interface PressProps {
  readonly title: string;
  readonly on?: boolean | undefined;
  readonly onPress?: () => void;
  readonly children: ReactNode;
}
const Press = ({ title, on, onPress, children, ...rest }: PressProps) => (
  <button
    {...rest}
    type="button"
    tabIndex={-1}
    title={title}
    aria-label={title}
    aria-pressed={on}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {children}
  </button>
);

/** Only pages and mail: an address of another sort is not taken. */
function LinkTool({ editor }: { readonly editor: Editor }) {
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const on = editor.isActive('link');
  const put = (): void => {
    const href = /^(https?:|mailto:)/i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
    setOpen(false);
    if (address.trim() !== '') editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
  };
  if (on)
    return (
      <Press title="取消链接" on onPress={() => editor.chain().focus().extendMarkRange('link').unsetLink().run()}>
        <DisconnectOutlined />
      </Press>
    );
  return (
    <Popover
      open={open}
      trigger="click"
      destroyOnHidden
      onOpenChange={(next) => {
        setAddress('');
        setOpen(next);
      }}
      content={
        <Input.Search
          autoFocus
          value={address}
          placeholder="网址"
          aria-label="网址"
          enterButton="确定"
          onChange={(event) => setAddress(event.target.value)}
          onSearch={put}
        />
      }
    >
      <Press title="链接">
        <LinkOutlined />
      </Press>
    </Popover>
  );
}
