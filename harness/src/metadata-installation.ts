import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Trust } from '@thumbturn/service/adapters/metadata/root.ts'
import type { Limits } from '@thumbturn/service/adapters/metadata/source.ts'
import { openMetadata } from '@thumbturn/service/adapters/metadata.ts'
import { now, trust } from './metadata-service.ts'

/** The model in the lists of the tests. */
export const aaguid = '00112233-4455-6677-8899-aabbccddeeff'

/** A folder with a list in a file, and metadata that reads it. */
export function installation(t: TestContext, first?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-metadata-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const source = join(folder, 'source.jwt')
  const publish = (jws: string) => writeFileSync(source, jws)
  if (first !== undefined) publish(first)
  const clock = { now }
  const opened = (changes: { source?: string; trust?: Trust; limits?: Limits } = {}) => {
    const metadata = openMetadata({ source, folder: join(folder, 'data'), trust, now: () => clock.now, ...changes })
    t.after(metadata.stop)
    return metadata
  }
  return { folder, source, publish, clock, opened, kept: join(folder, 'data', 'metadata.jwt') }
}
