/** The editor of a key by the shape its key table gives it. The only place that knows which editor a shape has. */
import { listLooks, stateOptions, subOptions } from '../choices';
import { useInspecting } from '../context';
import { keyWithin } from '../use-subject';
import { AnyEditor } from './AnyEditor';
import { BindsEditor } from './BindsEditor';
import { PathsEditor, RefEditor, SortEditor, TextsEditor } from './CodesEditor';
import { EntriesEditor } from './EntriesEditor';
import { ExprEditor } from './ExprEditor';
import { IndexEditor } from './IndexEditor';
import { JsonEditor } from './JsonEditor';
import { LiteralsEditor } from './LiteralsEditor';
import { NodeEditor } from './NodeEditor';
import { NodesEditor } from './NodesEditor';
import { NumberEditor } from './NumberEditor';
import { PairsEditor } from './PairsEditor';
import { PeopleEditor } from './PeopleEditor';
import type { EditorProps } from './props';
import { TextEditor } from './TextEditor';
import { WhoEditor } from './WhoEditor';
import { FlagEditor, WordListEditor, WordsEditor } from './WordsEditor';

/** lists whose entries have addresses of their own */
const ADDRESSED: ReadonlySet<string> = new Set(['case', 'importColumn', 'dictItem']);

export const ShapeEditor = (props: EditorProps) => {
  const { shape } = props;
  const { subject } = useInspecting();
  if (typeof shape !== 'string') {
    if ('words' in shape) return <WordsEditor {...props} words={shape.words} />;
    if ('wordList' in shape) return <WordListEditor {...props} words={shape.wordList} />;
    if ('ref' in shape) return <RefEditor {...props} reference={shape.ref} many={false} />;
    if ('refs' in shape) return <RefEditor {...props} reference={shape.refs} many />;
    if ('node' in shape) return <NodeEditor {...props} />;
    if ('map' in shape) return <EntriesEditor {...props} of={shape.map} placed={false} />;
    if ('placements' in shape) return <EntriesEditor {...props} of={shape.placements} placed />;
    if ('mapOf' in shape) return <PairsEditor {...props} inner={shape.mapOf} />;
    if ('list' in shape && shape.list === 'flowWho') return <WhoEditor {...props} />;
    if ('list' in shape && shape.list === 'flowBind') return <BindsEditor {...props} />;
    if ('list' in shape)
      return ADDRESSED.has(shape.list) ? (
        <EntriesEditor {...props} of={shape.list} placed={false} />
      ) : (
        <NodesEditor {...props} of={shape.list} />
      );
    return <AnyEditor {...props} shapes={shape.any} />;
  }
  switch (shape) {
    case 'bool':
      return <FlagEditor {...props} />;
    case 'int':
    case 'number':
      return <NumberEditor {...props} />;
    case 'expr':
    case 'value':
    case 'template':
      return <ExprEditor key={keyWithin(subject, props.address)} {...props} form={shape} />;
    case 'path':
      return <PathsEditor {...props} many={false} />;
    case 'paths':
    case 'codes':
      return <PathsEditor {...props} many />;
    case 'texts':
    case 'text':
    case 'code':
      return <WordEditor {...props} />;
    case 'sort':
      return <SortEditor {...props} />;
    case 'json':
      return props.name === 'index' ? <IndexEditor {...props} /> : <JsonEditor {...props} />;
    case 'literals':
      return <LiteralsEditor {...props} />;
    case 'route':
      return <TextEditor {...props} />;
  }
};

/** Texts that name people, roles or departments of the organisation. */
const PEOPLE: { readonly [key: string]: 'users' | 'roles' | 'depts' } = {
  'flow.admins': 'users',
  'flowNode.emptyUser': 'users',
  'flowStarters.roles': 'roles',
  'flowStarters.depts': 'depts',
};

/** Codes of the dims, measures and parameters of a dataset. */
const OF_DATASET: ReadonlySet<string> = new Set(['report.time', 'report.pivot', 'kpi.measure']);

/** Texts that name states or sub-tables of this document are chosen by their titles. */
const WordEditor = (props: EditorProps) => {
  const { doc, library } = useInspecting();
  const { sort, name, shape } = props;
  if (sort === 'action' && (name === 'from' || name === 'to')) {
    const options = stateOptions(doc, library);
    if (name === 'from') return <TextsEditor {...props} options={options} />;
    return <TextsEditor {...props} options={options} single />;
  }
  if (sort === 'list' && name === 'as') return <TextsEditor {...props} options={listLooks(doc, library)} />;
  if (OF_DATASET.has(`${sort}.${name}`)) return <PathsEditor {...props} many={false} />;
  const directory = PEOPLE[`${sort}.${name}`];
  if (directory !== undefined) return <PeopleEditor {...props} of={directory} many={shape === 'texts'} />;
  if (shape === 'code' && (name === 'in' || name === 'rows' || name === 'into'))
    return <TextsEditor {...props} options={subOptions(doc, library)} single />;
  return shape === 'texts' ? <TextsEditor {...props} /> : <TextEditor {...props} />;
};
