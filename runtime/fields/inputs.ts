/** The input of each kind. Kinds whose own control comes later are typed as text of their type, which the codec reads back. */
import type { ReactNode } from 'react';
import type { KindId } from '../../schemas/language/document';
import { AutoCodeInput } from './autoCode/Input';
import { CascaderInput } from './cascader/Input';
import { CommonMultipleCheckInput } from './commonMultipleCheck/Input';
import { DateKindInput } from './date/Input';
import { DateCriticalInput } from './dateCritical/Input';
import { DatetimeRangeInput } from './datetimeRange/Input';
import { DefaultInput } from './default/Input';
import { DialogSelectInput } from './dialogSelect/Input';
import { InputInput } from './input/Input';
import type { InputProps } from './input-props';
import { MultiDateInput } from './multiDate/Input';
import { MultipleCheckInput } from './multipleCheck/Input';
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
  richText: TextareaInput,
  signature: DefaultInput,
  colour: DefaultInput,
  rating: DefaultInput,
  json: DefaultInput,
  expression: TextareaInput,
  icon: DefaultInput,
  geo: DefaultInput,
};

export const inputOf = (kind: KindId): InputOf => INPUTS[kind] ?? INPUTS.default;
