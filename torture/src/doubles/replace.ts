import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Makes the service import `double` instead of one of its files; only the double itself gets the original. */
export function replaceModule(path: string, double: string) {
  const original = import.meta.resolve(`@thumbturn/service/${path}`)
  const replacement = import.meta.resolve(double)
  if (!existsSync(fileURLToPath(original))) throw new Error(`The service has no file ${path}: adapt the double`)
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const isReplaced = resolved.url === original && context.parentURL !== replacement
      return isReplaced ? { ...resolved, url: replacement } : resolved
    },
  })
}
