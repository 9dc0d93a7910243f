import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../bundle.ts'

export type Sdk = typeof import('../src/index.ts')

let built: Promise<Sdk> | undefined

/** The bundled SDK, because only bundling replaces what needs a browser. */
export const loadSdk = (): Promise<Sdk> => (built ??= buildSdk())

async function buildSdk(): Promise<Sdk> {
  const cache = join(import.meta.dirname, '../../../node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outfile = join(mkdtempSync(join(cache, 'native-')), 'index.mjs')
  await bundle({ format: 'esm', outfile, sourcemap: 'inline' })
  return import(pathToFileURL(outfile).href)
}
