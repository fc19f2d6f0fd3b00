/** What every part of the runtime and the shell may use of the page layer. */
export { type BrowserEnv, createEnv } from './browser-env';
export { chooseOne, NOT_CHOSEN, type Offer } from './choose';
export { factoryTime } from './factory-time';
export { inGallery } from './gallery';
export { HopStore } from './hop-store';
export { type Feedback, type Host, HostContext, type HostSession, useHost } from './host';
export { ICON_NAMES, Icon, type IconName, iconPath, isDotted } from './Icon';
export { LineIcon } from './LineIcon';
export { PageTitle } from './PageTitle';
export { afterPress, pressOver } from './press';
export { type Bounds, Sash, useExtent } from './Sash';
export { SchemaLines } from './SchemaLines';
export { rem, useScale } from './scale';
export type { Page, PageSort } from './types';
export { useNarrow } from './use-narrow';
export { documentOf, loadPage, makePage, sortOf, usePage } from './use-page';
export { ViewContext } from './view';
