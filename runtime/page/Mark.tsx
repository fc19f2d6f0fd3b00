/** A small mark beside a field or a list: its window tells what there is to know. Tab passes by marks of fields (`useMarkKeys` reaches them). */
import { Popover } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

export interface MarkProps {
  readonly label: string;
  readonly className: string | undefined;
  /** beside a field, not a stop of Tab */
  readonly ofField?: boolean;
  readonly placement?: 'topLeft';
  readonly content: ReactNode;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** Attribute of the marks of a form. */
export const MARK = 'data-mark';

export const Mark = ({ label, className, ofField = false, placement, content, onOpen, children }: MarkProps) => {
  const [open, setOpen] = useState(false);
  const mark = useRef<HTMLButtonElement>(null);
  const shown = useRef<HTMLDivElement>(null);
  const change = (next: boolean): void => {
    setOpen(next);
    if (next) onOpen();
  };
  const close = (event: KeyboardEvent): void => {
    // a dialog around the form stays
    event.stopPropagation();
    event.preventDefault();
    setOpen(false);
    mark.current?.focus();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (!open) return;
    if (event.key === 'Escape') close(event);
    const inside = shown.current?.querySelector<HTMLElement>('button, a[href]');
    // its window hangs elsewhere in the page
    if (event.key !== 'Tab' || event.shiftKey || inside == null) return;
    event.preventDefault();
    inside.focus();
  };
  return (
    <Popover
      trigger="click"
      {...(placement === undefined ? {} : { placement })}
      open={open}
      onOpenChange={change}
      content={
        <div
          ref={shown}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close(event);
          }}
        >
          {content}
        </div>
      }
    >
      <button
        ref={mark}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={open}
        {...(ofField ? { [MARK]: '', tabIndex: -1, title: 'Alt+/', 'aria-keyshortcuts': 'Alt+/' } : {})}
        onKeyDown={handleKey}
      >
        {children}
      </button>
    </Popover>
  );
};
