/** Kind 0: the control follows the type. */
import type { ReactNode } from 'react';
import type { TypeId } from '../../../schemas/language/document';
import type { ResolvedField } from '../../../schemas/language/resolved';
import type { InputHost, InputProps } from '../input-props';
import { BoolInput } from '../shared/BoolInput';
import { DateInput } from '../shared/DateInput';
import { DateTimeInput } from '../shared/DateTimeInput';
import { DictInput } from '../shared/DictInput';
import { FileInput } from '../shared/FileInput';
import { JsonInput } from '../shared/JsonInput';
import { NumberInput } from '../shared/NumberInput';
import { ReadingsInput } from '../shared/ReadingsInput';
import { RefInput } from '../shared/RefInput';
import { TextInput } from '../shared/TextInput';
import { TextListInput } from '../shared/TextListInput';
import { TimeInput } from '../shared/TimeInput';

const BY_TYPE: { readonly [type in TypeId]?: (props: InputProps) => ReactNode } = {
  text: TextInput,
  int: NumberInput,
  decimal: NumberInput,
  bool: BoolInput,
  date: DateInput,
  datetime: DateTimeInput,
  time: TimeInput,
  dict: DictInput,
  ref: RefInput,
  file: FileInput,
  json: JsonInput,
  // given by the program, never typed
  id: (props) => <TextInput {...props} disabled />,
};

export function DefaultInput(props: InputProps) {
  const { field, host } = props;
  if (field.dict !== undefined || isChosen(field, host)) return <DictInput {...props} />;
  if (field.type === 'decimal' && field.many === true) return <ReadingsInput {...props} />;
  if (field.type === 'text' && field.many === true) return <TextListInput {...props} />;
  const Input = BY_TYPE[field.type] ?? TextInput;
  return <Input {...props} />;
}

/** A number with nothing to choose from yet is typed. */
const isChosen = (field: ResolvedField, host: InputHost): boolean =>
  field.options !== undefined && (field.type !== 'int' || host.options(field).length > 0);
