import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Links what a folder with the sources of another release imports: libraries of this working tree, workspaces of the folder itself. */
export function linkModules(folder: string): void {
  const scope = join(folder, 'node_modules/@thumbturn')
  mkdirSync(scope, { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => name !== '@thumbturn'))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  const workspaces = ['apps/service', ...readdirSync(join(folder, 'packages')).map((name) => `packages/${name}`)]
  for (const path of workspaces) symlinkSync(join(folder, path), join(scope, path.split('/')[1]!))
}
