import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes a .br file next to each script and style sheet, which the service sends to browsers that accept it. */
export function precompress(): Plugin {
  return {
    name: 'thumbturn:precompress',
    apply: 'build',
    // Earlier hooks still see code that Vite is going to change.
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(?:js|css)$/.test(file))) {
        const path = join(dir, name)
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
      }
    },
  }
}
