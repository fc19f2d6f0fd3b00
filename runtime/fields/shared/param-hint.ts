import type { FilterProps } from '../filter-props';

/** What nobody says goes by its default: it stands in the box in grey. */
export const hintOf = (
  title: string,
  { placement, field, host }: Pick<FilterProps, 'placement' | 'field' | 'host'>,
): string => {
  const { default: given } = placement;
  const dict = field.dict === undefined ? undefined : host.dict(field.dict);
  const said =
    given === '=today()'
      ? host.today()
      : (dict?.items.find(({ code }) => code === given)?.title ??
        (typeof given === 'number' || (typeof given === 'string' && !given.startsWith('=')) ? String(given) : ''));
  return said === '' ? title : `${title} ${said}`;
};
