import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPublished, writeInstall } from '@thumbturn/contract/vocabulary/publication.ts'

/** A fence of a page that takes its code from a file: indent, three backticks, language, `file=<path>[#<region>]`, the rest. */
const fence = /^(?<indent>[ \t]*)```(?<language>\w+)[ \t]+file=(?<reference>\S+)(?<rest>[^\n]*)\n[ \t]*```[ \t]*$/gm
const begin = /^[ \t]*(?:\/\/|#|<!--)[ \t]*#region[ \t]+([\w-]+)/
const end = /^[ \t]*(?:\/\/|#|<!--)[ \t]*#endregion/

/**
 * The code of `examples/web/sign-up.ts#form`: what is between `#region form` and `#endregion` in that file of the
 * repository, or all of it without a region; no markers, not indented. Throws when there is no such file or region.
 */
export function readSample(root: string, reference: string): string {
  const [path, region] = reference.split('#') as [string, string?]
  const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n')
  const chosen = region === undefined ? lines : between(lines, region)
  if (chosen.length === 0) throw new Error(`${path} has no region ${region}, or it is empty`)
  return flushLeft(chosen.filter((line) => !begin.test(line) && !end.test(line))).join('\n')
}

/** A page with the code of its samples inside, and the files that it came from (paths in the repository). */
export function withSamples(root: string, page: string, published = isPublished): { page: string; files: string[] } {
  const files: string[] = []
  const whole = page.replace(fence, (...match) => {
    const { indent, language, reference, rest } = match.at(-1) as Record<string, string>
    files.push(reference!.split('#')[0]!)
    const sample = readSample(root, reference!)
    const code = language === 'sh' ? writeInstall(sample, published) : sample
    const lines = [`\`\`\`${language}${rest}`, ...code.split('\n'), '```']
    return lines.map((line) => (line === '' ? '' : indent + line)).join('\n')
  })
  const left = /^[ \t]*```\w+ .*\bfile=.*$/m.exec(whole)
  if (left) throw new Error(`A fence that names a file has nothing inside and ends in the next line: ${left[0].trim()}`)
  return { page: whole, files }
}

/** Regions may lie inside others. */
function between(lines: readonly string[], region: string): string[] {
  const first = lines.findIndex((line) => begin.exec(line)?.[1] === region) + 1
  if (first === 0) return []
  let open = 1
  const length = lines.slice(first).findIndex((line) => {
    if (begin.test(line)) open++
    if (end.test(line)) open--
    return open === 0
  })
  if (length < 0) throw new Error(`#region ${region} is not closed`)
  return lines.slice(first, first + length)
}

function flushLeft(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const least = Math.min(...indents)
  return lines.map((line) => line.slice(least))
}
