export { keepReachedDeclarations } from './declarations.ts'
export { type BundledPackage, listBundledPackages, writeLicenses } from './licenses.ts'
export { listEntries, type Manifest, publishedManifest, readManifest, writePackageFiles } from './manifest.ts'
