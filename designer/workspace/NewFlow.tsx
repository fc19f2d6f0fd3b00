/** A new flow: what it is called, and which documents it decides. */
import type { FlowDoc } from '../../schemas/language/flow/document';
import { FLOW } from '../../schemas/language/sorts/flow';
import { wordTitle } from '../../schemas/language/sorts/texts/index';
import type { DeskView } from '../desk/desk';
import { newFlow } from '../flow/index';
import { TitlePrompt } from './TitlePrompt';

interface Props {
  readonly view: DeskView;
  readonly onClose: () => void;
  readonly onMake: (doc: FlowDoc) => void;
}
const CATEGORIES = (FLOW.category as { readonly shape: { readonly words: readonly string[] } }).shape.words;

export const NewFlow = ({ view, onClose, onMake }: Props) => (
  <TitlePrompt
    heading="新建流程"
    label="流程名称"
    title="审批流程"
    prefix="x"
    taken={new Set(view.documents.filter((doc) => doc.sort === 'flow').map((doc) => doc.code))}
    lines={[
      {
        key: 'object',
        label: '绑定单据',
        hint: '审批哪种单据',
        needed: true,
        options: [...view.library.objects.values()].flatMap(({ object }) =>
          object.audited ? [{ value: object.object, label: object.title }] : [],
        ),
      },
      {
        key: 'category',
        label: '分类',
        hint: '选择分类',
        needed: true,
        proposed: '90',
        options: CATEGORIES.map((value) => ({ value, label: wordTitle('flow', 'category', value) })),
      },
    ]}
    onCancel={onClose}
    onDone={({ title, code, of }) =>
      onMake(newFlow({ flow: code, title, object: of.object ?? '', category: of.category ?? '90' }))
    }
  />
);
