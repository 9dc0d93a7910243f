import type { Core } from '../../core.ts'
import type { Store } from '../../ports/store.ts'

/** Where the service last started, and in which mode; `former`: other addresses where it started before, the latest first. */
export type LastStart = {
  address: string
  mode: 'development' | 'production'
  former: readonly string[]
}

const name = 'last start'
const mostFormer = 10

/** Undefined before the first start. */
export async function findLastStart({ installation }: Pick<Store, 'installation'>): Promise<LastStart | undefined> {
  return parse(await installation.find(name))
}

/** Records a start for the commands, whose environment can lack the settings of the service. */
export async function recordStart(
  { store: { installation } }: Pick<Core, 'store'>,
  start: Pick<LastStart, 'address' | 'mode'>,
): Promise<void> {
  for (let isRecorded = false; !isRecorded; ) {
    const from = await installation.find(name)
    const to = JSON.stringify(follow(parse(from), start))
    // Another node can add its start first, which the next pass then replaces.
    if (from === undefined) await installation.add(name, to)
    else isRecorded = from === to || (await installation.replace(name, { from, to }))
  }
}

const parse = (text: string | undefined) => (text === undefined ? undefined : (JSON.parse(text) as LastStart))

function follow(last: LastStart | undefined, { address, mode }: Pick<LastStart, 'address' | 'mode'>): LastStart {
  const known = last === undefined ? [] : [last.address, ...last.former]
  return { address, mode, former: known.filter((one) => one !== address).slice(0, mostFormer) }
}
