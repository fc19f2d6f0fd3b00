/** Kind 20: text with headings, lists and links. The editor is loaded with the first such field. */
import { later } from '../shared/Later';

export const RichTextInput = later(() => import('./Editor').then((module) => module.RichTextEditor), true);
