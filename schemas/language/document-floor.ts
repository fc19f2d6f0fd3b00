/** Floor mode as documents write it (language reference §9). */
import type { Many } from './document-area';

/** §9 floor mode of a page */
export interface FloorDoc {
  /** its own name, where it is more than the page */
  readonly title?: string;
  readonly scan?: readonly string[];
  readonly big?: readonly string[];
  readonly tiles?: Many<string>;
  readonly keys?: readonly string[];
  readonly hide?: readonly string[];
  readonly offline?: boolean;
  /** what was looked at here stays on the device, up to a size */
  readonly keeps?: boolean;
  readonly chain?: string;
  /** own actions that may wait without network; absent: all of them */
  readonly acts?: readonly string[];
  readonly discard?: string;
  readonly card?: readonly string[];
  readonly also?: readonly string[];
  /** numbers of the task in front as the biggest things */
  readonly front?: readonly string[];
  /** the moment its time runs from */
  readonly since?: string;
  /** names of who works on it */
  readonly people?: string;
  /** how many more may be reported */
  readonly most?: string;
  /** object of a code → action of the task in front that takes it */
  readonly takes?: Many<string>;
  /** what is to be done comes from others: nothing is begun here */
  readonly given?: boolean;
  readonly scheme?: string;
  readonly sort?: string;
  readonly limit?: string;
  readonly why?: string;
  /** quantities of scanned records that bound it without network: `prdStart.remain` */
  readonly known?: readonly string[];
}
