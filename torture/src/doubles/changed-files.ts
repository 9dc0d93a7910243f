import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

type Change = (text: string) => string

/** From now on, a text file whose path ends this way is changed when it is read. */
export function changeWhatIsRead(ending: string, change: Change): void {
  const { readFileSync } = fs
  fs.readFileSync = ((...given: Parameters<typeof readFileSync>) => {
    const text = readFileSync(...given)
    return typeof text === 'string' && String(given[0]).endsWith(ending) ? change(text) : text
  }) as typeof readFileSync
  syncBuiltinESMExports()
}

/** From now on, text that is written to a file whose path ends this way is changed. */
export function changeWhatIsWritten(ending: string, change: Change): void {
  const { writeFileSync } = fs
  fs.writeFileSync = ((path, text, ...more) =>
    writeFileSync(
      path,
      typeof text === 'string' && String(path).endsWith(ending) ? change(text) : text,
      ...more,
    )) as typeof writeFileSync
  syncBuiltinESMExports()
}

/** @throws Error the text isn't there, so the double would change nothing */
export function replaceIn(text: string, old: string, replacement: string): string {
  if (!text.includes(old)) throw new Error(`The double must be adapted: nothing contains ${old}`)
  return text.replace(old, replacement)
}
