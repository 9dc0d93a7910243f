import type { Core } from '../../core.ts'
import { waitBriefly } from '../../wait-briefly.ts'

/** The names of the scopes of all resources of an application, in order; undefined if the database doesn't respond. */
export async function listScopeNames(
  { store, pause }: Pick<Core, 'store' | 'pause'>,
  appId: string,
): Promise<readonly string[] | undefined> {
  let names: readonly string[] | undefined
  const reading = Promise.try(() => store.protectedResources.list(appId)).then((resources) => {
    names = [...new Set(resources.flatMap(({ scopes }) => scopes.map(({ name }) => name)))].toSorted()
  })
  await waitBriefly(pause, reading)
  return names
}
