/** May this be taken away? What places it goes with it; what computes with it must be changed first. */
import { type StepDoc, splitAddress, valueAt } from '../../schemas/language/steps/index';
import { type Naming, namesOf } from '../../schemas/language/steps/named';

export interface Removal {
  /** placements and keys that go with the entry */
  readonly entries: readonly string[];
  /** lists that name it, to be written without it */
  readonly lists: readonly string[];
  /** why it must stay */
  readonly reason?: string;
}

/** `text` is the document's own text: what a block says of it is the block's. */
export function removalOf(text: StepDoc, address: string): Removal {
  const used: readonly Naming[] = namesOf(text, address);
  const blocking = used.find((one) => one.how === 'text' && !isPlaced(one.address));
  const removal: Removal = {
    entries: used.filter((one) => one.how === 'entry').map((one) => one.address),
    lists: used.filter((one) => one.how === 'list').map((one) => one.address),
  };
  if (blocking === undefined) return removal;
  const title = titleAt(text, address);
  return { ...removal, reason: `「${title}」还在「${placeName(text, blocking.address)}」中使用，请先修改那里` };
}
/** A value inside a placement of the thing itself goes with it. */
const isPlaced = (address: string): boolean =>
  /\.(columns|search|fields)[.[]/.test(address) && /\.field$/.test(address);

function titleAt(text: StepDoc, address: string): string {
  const node = valueAt(text, address);
  const title = (node as { readonly title?: unknown } | undefined)?.title;
  return typeof title === 'string' ? title : splitAddress(address).key;
}
/** The nearest thing above with a title, else its address. */
function placeName(text: StepDoc, address: string): string {
  for (let at = address; at !== ''; at = splitAddress(at).parent) {
    const title = (valueAt(text, at) as { readonly title?: unknown } | undefined)?.title;
    if (typeof title === 'string') return title;
  }
  return address;
}
