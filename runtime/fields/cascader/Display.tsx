import { recordClient } from '../../data/record-client';
import type { DisplayProps } from '../display-props';
import { RefDisplay } from '../shared/RefDisplay';
import { TextDisplay } from '../shared/TextDisplay';
import { useWays } from './nodes';

/** The whole way to what is chosen. */
export const CascaderDisplay = (props: DisplayProps) =>
  props.field.type === 'ref' ? <RecordWays {...props} /> : <TextDisplay {...props} />;

const RecordWays = ({ value, field, look }: DisplayProps) => {
  const ids = Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [];
  const ways = useWays(recordClient.tree, look.target?.(field) ?? field.ref ?? '', ids);
  const label = (object: string, id: string): string | undefined =>
    ways
      .get(id)
      ?.map((node) => node.label)
      .join(' / ') ?? look.label?.(object, id);
  return <RefDisplay value={value} field={field} look={{ ...look, label }} />;
};
