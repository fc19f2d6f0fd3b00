/** The name of a page whose place in the layout says it already (its tab): said to who does not see that. */
import { useHost } from './host';
import unseen from './unseen.module.css';

export const PageTitle = ({ title }: { readonly title: string }) =>
  useHost().inWindow === true ? null : <h1 className={unseen.unseen}>{title}</h1>;
