/** The input of each kind; heavy ones are loaded with the first field that needs them. */
import type { ReactNode } from 'react';
import type { KindId } from '../../schemas/language/document';
import { AutoCodeInput } from './autoCode/Input';
import { CascaderInput } from './cascader/Input';
import { ColourInput } from './colour/Input';
import { CommonMultipleCheckInput } from './commonMultipleCheck/Input';
import { DateKindInput } from './date/Input';
import { DateCriticalInput } from './dateCritical/Input';
import { DatetimeRangeInput } from './datetimeRange/Input';
import { DefaultInput } from './default/Input';
import { DialogSelectInput } from './dialogSelect/Input';
import { ExpressionInput } from './expression/Input';
import { GeoInput } from './geo/Input';
import { GrantsInput } from './grants/Input';
import { IconInput } from './icon/Input';
import { InputInput } from './input/Input';
import type { InputProps } from './input-props';
import { JsonKindInput } from './json/Input';
import { MultiDateInput } from './multiDate/Input';
import { MultipleCheckInput } from './multipleCheck/Input';
import { RatingInput } from './rating/Input';
import { RichTextInput } from './richText/Input';
import { SignatureInput } from './signature/Input';
import { TextareaInput } from './textarea/Input';
import { TimeKindInput } from './time/Input';
import { TreeInput } from './tree/Input';
import { UndataInput } from './undata/Input';

export type InputOf = (props: InputProps) => ReactNode;

export const INPUTS: { readonly [kind in KindId]: InputOf } = {
  default: DefaultInput,
  input: InputInput,
  textarea: TextareaInput,
  datetimeRange: DatetimeRangeInput,
  cascader: CascaderInput,
  commonMultipleCheck: CommonMultipleCheckInput,
  multipleCheck: MultipleCheckInput,
  date: DateKindInput,
  time: TimeKindInput,
  dateCritical: DateCriticalInput,
  autoCode: AutoCodeInput,
  tree: TreeInput,
  multiDate: MultiDateInput,
  dialogSelect: DialogSelectInput,
  // a sub-table is drawn by the form as a grid, never by an input
  tabTable: () => null,
  undata: UndataInput,
  richText: RichTextInput,
  signature: SignatureInput,
  colour: ColourInput,
  rating: RatingInput,
  json: JsonKindInput,
  expression: ExpressionInput,
  icon: IconInput,
  geo: GeoInput,
  grants: GrantsInput,
};

export const inputOf = (kind: KindId): InputOf => INPUTS[kind] ?? INPUTS.default;
