/** Source texts: what stands where, what may stand there, and schemas for other editors. */
export { completeJson, type JsonChoice, type JsonCompletion, type JsonLookup, shapeWord } from './complete';
export { type JsonPlace, placeAt, spanOf } from './places';
export { type JsonSpan, type JsonTree, scanJson } from './scan';
export { jsonSchemaOf } from './schema';
