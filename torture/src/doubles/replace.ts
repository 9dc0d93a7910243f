import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The module that is replaced: a file of the service by its path, any other by its name. */
export const toSpecifier = (path: string) => (path.startsWith('@') ? path : `@thumbturn/service/${path}`)

/** Makes a process import `double` instead of a file; only the double itself gets the original. */
export function replaceModule(path: string, double: string) {
  const original = import.meta.resolve(toSpecifier(path))
  const replacement = import.meta.resolve(double)
  if (!existsSync(fileURLToPath(original))) throw new Error(`There is no file ${path}: adapt the double`)
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const isReplaced = resolved.url === original && context.parentURL !== replacement
      return isReplaced ? { ...resolved, url: replacement } : resolved
    },
  })
}
