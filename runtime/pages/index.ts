/** Pages for whoever shows them: the page of a code, and what every page is lent. */
export { RoomsContext } from '../page/rooms';
export { NoFloor } from './NoFloor';
export { PageHost } from './PageHost';
export { ROOMS } from './rooms';
