import { readFileSync } from 'node:fs'
import { layout } from './layout.ts'

/** The version of this release. */
export const readVersion = () => (JSON.parse(readFileSync(layout.manifest, 'utf8')) as { version: string }).version
