import { Input } from 'antd';
import { useState } from 'react';
import styles from './flow.module.css';

interface WayProps {
  readonly address: string;
  readonly disabled: boolean;
  readonly onDone: (title: string) => boolean;
}
/** A way is addressed by its title, so another title is a command of its own. */
export const WayTitle = ({ address, disabled, onDone }: WayProps) => {
  const now = address.slice(address.lastIndexOf('.ways') + 5).replace(/^[.[]|\]$/g, '');
  const [text, setText] = useState(now);
  const done = (): void => {
    if (text.trim() !== now && !onDone(text)) setText(now);
  };
  return (
    <label className={styles.wayTitle} data-key="title">
      <span>分支名称</span>
      <Input
        value={text}
        maxLength={20}
        disabled={disabled}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={done}
        onBlur={done}
      />
    </label>
  );
};
