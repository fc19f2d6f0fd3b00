/** An app to a file and from one: what is published of it goes out, what comes in is looked at before it is published. */
import { useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { Library } from '../../schemas/language/check/index';
import { FileMenu } from '../parts/FileMenu';
import { publishClient } from './client';
import { ImportDialog } from './ImportDialog';

interface Props {
  /** the app that is looked at; undefined = none */
  readonly app: { readonly code: string; readonly title: string; readonly exports: boolean } | undefined;
  readonly library: Library;
  readonly onImported: () => void;
}
const MOST = 7_000_000;

export const AppFiles = ({ app, library, onImported }: Props) => {
  const { feedback } = useHost();
  const [content, setContent] = useState<string>();
  const take = async (given: File): Promise<void> => {
    if (given.size > MOST) throw new Error('文件不能超过7MB');
    setContent(await base64Of(given));
  };
  return (
    <>
      <FileMenu
        items={[
          ...(app === undefined
            ? []
            : [
                {
                  key: 'export',
                  label: app.exports ? `导出「${app.title}」` : `「${app.title}」没有自建或改过的内容可以导出`,
                  disabled: !app.exports,
                },
              ]),
          { key: 'import', label: '导入应用…' },
        ]}
        importKey="import"
        accept=".zip"
        label="导入应用文件"
        onTake={take}
        onPick={() => (app === undefined ? undefined : publishClient.exportApp(app.code))}
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
