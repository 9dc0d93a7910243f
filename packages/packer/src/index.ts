export { keepReachedDeclarations } from './declarations.ts'
export { listEntries, type Manifest, publishedManifest, readManifest, writePackageFiles } from './manifest.ts'
