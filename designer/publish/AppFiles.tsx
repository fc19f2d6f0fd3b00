/** An app to a file and from one: what is published of it goes out, what comes in is looked at before it is published. */
import { Button, Dropdown } from 'antd';
import { useRef, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import { Glyph } from '../Glyph';
import { publishClient } from './client';
import { ImportDialog } from './ImportDialog';

interface Props {
  /** the app that is looked at; undefined = none */
  readonly app: { readonly code: string; readonly title: string } | undefined;
  readonly library: Library;
  readonly onImported: () => void;
}
const MOST = 7_000_000;

export const AppFiles = ({ app, library, onImported }: Props) => {
  const { feedback } = useHost();
  const file = useRef<HTMLInputElement>(null);
  const [content, setContent] = useState<string>();
  const failed = (cause: unknown): void => feedback.error(cause instanceof Error ? cause.message : '没有完成');
  const take = async (given: File): Promise<void> => {
    if (given.size > MOST) throw new Error('文件不能超过7MB');
    setContent(await base64Of(given));
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...(app === undefined ? [] : [{ key: 'export', label: `导出「${app.title}」` }]),
            { key: 'import', label: '导入应用…' },
          ],
          onClick: ({ key }) => {
            if (key === 'import') file.current?.click();
            else if (app !== undefined) publishClient.exportApp(app.code).catch(failed);
          },
        }}
      >
        <Button>
          导入导出 <Glyph name="down" />
        </Button>
      </Dropdown>
      <input
        ref={file}
        type="file"
        hidden
        accept=".zip"
        aria-label="导入应用文件"
        onChange={(event) => {
          const [given] = event.target.files ?? [];
          event.target.value = '';
          if (given !== undefined) take(given).catch(failed);
        }}
      />
      {content !== undefined && (
        <ImportDialog
          content={content}
          library={library}
          onClose={() => setContent(undefined)}
          onDone={(text) => {
            setContent(undefined);
            feedback.success(text);
            onImported();
          }}
        />
      )}
    </>
  );
};

const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error('文件读不出来'));
    reader.readAsDataURL(file);
  });
