/** The display of every kind; a kind that is forgotten here does not compile. No form library comes with them. */
import type { KindId } from '../../schemas/language/document';
import { CascaderDisplay } from './cascader/Display';
import { ColourDisplay } from './colour/Display';
import { CommonMultipleCheckDisplay } from './commonMultipleCheck/Display';
import { DateCriticalDisplay } from './dateCritical/Display';
import { DefaultDisplay } from './default/Display';
import type { DisplayDef } from './display-props';
import { ExpressionDisplay } from './expression/Display';
import { GrantsDisplay } from './grants/Display';
import { IconDisplay } from './icon/Display';
import { JsonDisplay } from './json/Display';
import { MultiDateDisplay } from './multiDate/Display';
import { MultipleCheckDisplay } from './multipleCheck/Display';
import { RatingDisplay } from './rating/Display';
import { RichTextDisplay } from './richText/Display';
import { FileDisplay } from './shared/FileDisplay';
import { RefDisplay } from './shared/RefDisplay';
import { TextDisplay } from './shared/TextDisplay';
import { TabTableDisplay } from './tabTable/Display';
import { TextareaDisplay } from './textarea/Display';

export const CRITICAL_WIDTH = 176;
const text: DisplayDef = { View: TextDisplay, inCell: false };
const ref: DisplayDef = { View: RefDisplay, inCell: false };

export const DISPLAYS: Readonly<Record<KindId, DisplayDef>> = {
  default: { View: DefaultDisplay, inCell: false },
  input: text,
  textarea: { View: TextareaDisplay, inCell: false },
  datetimeRange: text,
  cascader: { View: CascaderDisplay, inCell: false },
  commonMultipleCheck: { View: CommonMultipleCheckDisplay, inCell: true },
  multipleCheck: { View: MultipleCheckDisplay, inCell: true },
  date: text,
  time: text,
  // a date with how near it is behind it
  dateCritical: { View: DateCriticalDisplay, inCell: true, width: CRITICAL_WIDTH },
  // GZJY202611300001
  autoCode: { ...text, width: 158 },
  tree: ref,
  multiDate: { View: MultiDateDisplay, inCell: true },
  dialogSelect: ref,
  tabTable: { View: TabTableDisplay, inCell: true },
  undata: text,
  richText: { View: RichTextDisplay, inCell: false },
  signature: { View: FileDisplay, inCell: false },
  colour: { View: ColourDisplay, inCell: true },
  rating: { View: RatingDisplay, inCell: true, width: 116 },
  json: { View: JsonDisplay, inCell: false },
  expression: { View: ExpressionDisplay, inCell: false },
  icon: { View: IconDisplay, inCell: true },
  geo: text,
  grants: { View: GrantsDisplay, inCell: false },
};

/** Display of a kind; an unknown kind falls back to default. */
export const displayOf = (kind: KindId): DisplayDef =>
  Object.hasOwn(DISPLAYS, kind) ? DISPLAYS[kind] : DISPLAYS.default;
