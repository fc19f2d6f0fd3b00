/** The examples: pages that only organisations for trying and building have. */
import type { ResolvedObject } from '../../schemas/language/resolved';

const AREA = 'demo';
export const inGallery = ({ area }: Pick<ResolvedObject, 'area'>): boolean => area === AREA;
