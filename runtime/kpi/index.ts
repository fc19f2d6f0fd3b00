/** Numbers without pictures: pages that draw no chart load none of its engine. */
export { type KpiFace, kpiFace } from './face';
