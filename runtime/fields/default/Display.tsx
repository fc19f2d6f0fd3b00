/** Kind default: the look follows the storage type. */
import type { ReactNode } from 'react';
import type { TypeId } from '../../../schemas/language/document';
import type { Display, DisplayProps } from '../display-props';
import { CodeTags } from '../shared/CodeTags';
import { FileDisplay } from '../shared/FileDisplay';
import { RefDisplay } from '../shared/RefDisplay';
import { TextDisplay } from '../shared/TextDisplay';

const DictView = ({ value, field, look }: DisplayProps): ReactNode => {
  if (value === null || value === undefined || value === '' || field.dict === undefined) return null;
  const dict = look.dict?.(field.dict);
  return <CodeTags dict={dict} codes={Array.isArray(value) ? value.map(String) : [String(value)]} />;
};

const JsonView = ({ value }: DisplayProps): ReactNode =>
  value === null || value === undefined ? null : <code>{JSON.stringify(value)}</code>;

const BY_TYPE: Partial<Record<TypeId, Display>> = {
  file: FileDisplay,
  dict: DictView,
  ref: RefDisplay,
  json: JsonView,
};

export const DefaultDisplay: Display = (props) => {
  const View = BY_TYPE[props.field.type];
  return View === undefined ? TextDisplay(props) : View(props);
};
