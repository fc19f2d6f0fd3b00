import type { DisplayProps } from '../display-props';

/** Labels of references; one that leads to a page the user may open is a link. */
export const RefDisplay = ({ value, field, look }: DisplayProps) => {
  const ids = Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : [];
  const object = look.target?.(field) ?? field.ref ?? '';
  return ids.map((id, index) => {
    const label = look.label?.(object, id) ?? '--';
    const target = look.link?.(object, id);
    return (
      <span key={id}>
        {index > 0 && '、'}
        {target === undefined ? (
          label
        ) : (
          <a
            href={target.href ?? '#'}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              target.open();
            }}
          >
            {label}
          </a>
        )}
      </span>
    );
  });
};
