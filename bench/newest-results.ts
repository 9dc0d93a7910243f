import { readdirSync, readFileSync } from 'node:fs'
import type { Anonymous, Results, Run } from './load/results.ts'

const folder = new URL('./results/', import.meta.url)

/** All that was measured, the newest first. */
export const allResults = (): Results[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Results)

/** The newest figures of each kind. Throws where there are no sign-ins or no anonymous calls. */
export function newestResults(): Results & { signIns: Run; anonymous: Anonymous } {
  const { signIns, anonymous, ...newest }: Results = Object.assign({}, ...allResults().reverse())
  if (!signIns || !anonymous) throw new Error('bench/results has no figures: npm run bench -- --save')
  return { ...newest, signIns, anonymous }
}
