/** The designer, for the shell: by dynamic import only. */
export { Designer } from './workspace/Designer';
