/** May this be taken away? What places it goes with it; what computes with it must be changed first. */
import { isNode } from '../../schemas/language/resolve/merge';
import { type StepDoc, valueAt } from '../../schemas/language/steps/index';
import { type Naming, namesOf } from '../../schemas/language/steps/named';
import { type Names, nameAt, phraseAt } from '../../schemas/language/words/index';

export interface Removal {
  /** placements and keys that go with the entry */
  readonly entries: readonly string[];
  /** lists that name it, to be written without it */
  readonly lists: readonly string[];
  /** why it must stay */
  readonly reason?: string;
}

/** `text` is the document's own text; of something that a block or the shipped text brings, the whole text. `whole` knows all titles. */
export function removalOf(text: StepDoc, address: string, whole: StepDoc = text): Removal {
  const used: readonly Naming[] = namesOf(text, address);
  const removal: Removal = {
    entries: used.filter((naming) => naming.how === 'entry').map((naming) => naming.address),
    lists: used.filter((naming) => naming.how === 'list').map((naming) => naming.address),
  };
  const reason = reasonOf(text, address, used, titlesIn(whole));
  return reason === undefined ? removal : { ...removal, reason };
}

function reasonOf(text: StepDoc, address: string, used: readonly Naming[], names: Names): string | undefined {
  const blocking = used.find((naming) => naming.how === 'text' && !isPlaced(naming.address));
  if (blocking === undefined) return undefined;
  return `「${nameAt(text, address, names).title}」还在${phraseAt(text, blocking.address, names)}中使用，请先修改那里`;
}
const titlesIn = (whole: StepDoc): Names => ({
  field: (path) => {
    const [first = '', second] = path.split('.');
    const at = valueAt(whole, second === undefined ? `fields.${first}` : `fields.${first}.fields.${second}`);
    return isNode(at) && typeof at.title === 'string' ? at.title : undefined;
  },
});
/** A value inside a placement of the thing itself goes with it. */
const isPlaced = (address: string): boolean =>
  /\.(columns|search|fields)[.[]/.test(address) && /\.field$/.test(address);
