// Imported dynamically in place of the package: bundlers don't find the named exports of CommonJS in a dynamic import.
export { parse } from 'tldts'
