/** A flow to a file and from one: BPMN 2.0 for other tools, JSON as it is. What comes in becomes the text of the open flow. */
import { saveBlob } from '../../runtime/data/download';
import { useHost } from '../../runtime/page/index';
import type { FlowDoc } from '../../schemas/language/flow/document';
import type { Json } from '../../schemas/language/value';
import { designClient } from '../data/client';
import { FileMenu } from '../parts/FileMenu';

interface Props {
  readonly doc: FlowDoc;
  readonly readonly: boolean;
  readonly onText: (text: Json) => void;
}
const MOST = 1_000_000;

export const Exchange = ({ doc, readonly, onText }: Props) => {
  const { feedback } = useHost();
  const save = (text: string, type: string, ending: string): void =>
    saveBlob(new Blob([text], { type }), `${doc.title}.${ending}`);
  const out = async (ending: string): Promise<void> => {
    if (ending === 'json') return save(`${JSON.stringify(doc, null, 2)}\n`, 'application/json', 'json');
    const { xml } = await designClient.toBpmn(doc as unknown as Json);
    save(xml, 'application/xml', 'bpmn');
  };
  const take = async (given: File): Promise<void> => {
    if (given.size > MOST) throw new Error('文件不能超过1MB');
    const text = await given.text();
    const { flow, object } = doc;
    if (!given.name.toLowerCase().endsWith('.json')) {
      onText((await designClient.fromBpmn({ xml: text, flow, object })).text);
      return;
    }
    onText({ ...readFlow(text), flow, object });
  };
  return (
    <FileMenu
      items={[
        { key: 'bpmn', label: '导出 BPMN 2.0' },
        { key: 'json', label: '导出 JSON' },
        { type: 'divider' },
        { key: 'import', label: '导入 BPMN 2.0 或 JSON…', disabled: readonly },
      ]}
      importKey="import"
      accept=".bpmn,.xml,.json"
      label="导入流程文件"
      onTake={async (given) => {
        await take(given);
        feedback.success('已导入，可用撤销找回原来的');
      }}
      onPick={out}
    />
  );
};

function readFlow(text: string): { readonly [key: string]: Json } {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error('不是JSON文件');
  }
  const isFlow = typeof read === 'object' && read !== null && (read as { $schema?: unknown }).$schema === 'flow/1';
  if (!isFlow) throw new Error('文件里没有流程');
  return read as { readonly [key: string]: Json };
}
