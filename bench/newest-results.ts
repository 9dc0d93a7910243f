import { readdirSync, readFileSync } from 'node:fs'
import type { Anonymous, Results, SignIns } from './load/results.ts'

const folder = new URL('./results/', import.meta.url)

/** All that was measured, the newest first. */
export const allResults = (): Results[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Results)

/** The newest figures of each kind. Throws where there are none. */
export function newestResults(): { signIns: SignIns; anonymous: Anonymous } {
  const signIns = allResults().find((one) => one.signIns)?.signIns
  const anonymous = allResults().find((one) => one.anonymous)?.anonymous
  if (!signIns || !anonymous) throw new Error('bench/results has no figures: npm run bench -- --save')
  return { signIns, anonymous }
}
