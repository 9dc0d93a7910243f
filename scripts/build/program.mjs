import { join } from 'node:path'
import { root } from '../run/install.mjs'
import { runBuild } from './run-build.mjs'

const service = join(root, 'apps/service')

/**
 * Bundles the service if it has changed. Returns the path of the program.
 * @throws Error it could not be built
 */
export function buildProgram() {
  if (!runBuild(service, 'bundle')) throw new Error('The service could not be bundled: the reason is above.')
  return join(service, 'dist/repository/main.js')
}
