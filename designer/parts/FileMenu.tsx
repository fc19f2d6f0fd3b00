/** 导入导出: what goes out, and the file that comes in. A call that fails says why. */
import { Button, Dropdown, type MenuProps } from 'antd';
import { useRef } from 'react';
import { useHost } from '../../runtime/page/index';
import { Glyph } from '../Glyph';

interface Props {
  readonly items: NonNullable<MenuProps['items']>;
  /** key of the entry that asks for a file */
  readonly importKey: string;
  /** endings of files, as an input takes them */
  readonly accept: string;
  /** what the choice of a file is called */
  readonly label: string;
  readonly onTake: (file: File) => Promise<void>;
  readonly onPick: (key: string) => unknown;
}

export const FileMenu = ({ items, importKey, accept, label, onTake, onPick }: Props) => {
  const { feedback } = useHost();
  const input = useRef<HTMLInputElement>(null);
  const run = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (cause) {
      feedback.error(cause instanceof Error ? cause.message : '没有完成');
    }
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          onClick: ({ key }) => {
            if (key === importKey) input.current?.click();
            else void run(() => onPick(key));
          },
        }}
      >
        <Button>
          导入导出 <Glyph name="down" />
        </Button>
      </Dropdown>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [given] = event.target.files ?? [];
          event.target.value = '';
          if (given !== undefined) void run(() => onTake(given));
        }}
      />
    </>
  );
};
