import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { toOauthError } from '@thumbturn/contract'
import { contentPolicy } from './content-policy.ts'
import type { ErrorFields, WireFormat } from './wire-format.ts'

type FormatPage = NonNullable<WireFormat['formatPage']>

const headers = { 'content-security-policy': [...contentPolicy, "form-action 'none'"].join('; ') }

/** Text in an element of HTML, and JSON in a script that doesn't run. */
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const escapeJson = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Shows an error as a hosted page, which explains it in the user's language and has the message for the operator. Without the built
 * pages, and where the service itself is at fault, it is `plain`.
 */
export function createProblemFormat(folder: string | undefined, plain: FormatPage): FormatPage {
  if (folder === undefined) return plain
  const readPage = createReader(join(folder, 'index.html'))
  return (error, kind) => {
    const page = error.status < 500 && kind !== 'plain' ? readPage() : undefined
    return page === undefined ? plain(error, kind) : { headers, text: fillPage(page, error) }
  }
}

/**
 * Reads a file again once it was built again, as it names files that exist only since then; undefined if there is none, or it can't be
 * read.
 */
function createReader(path: string): () => string | undefined {
  let read: { builtAt: number; text: string } | undefined
  return () => {
    try {
      const builtAt = statSync(path).mtimeMs
      if (read?.builtAt !== builtAt) read = { builtAt, text: readFileSync(path, 'utf8') }
      return read.text
    } catch {
      return undefined
    }
  }
}

function fillPage(page: string, { message, code, oauth }: ErrorFields): string {
  const problem = escapeJson({ error: oauth?.error ?? toOauthError(code), description: message })
  const [head = '', body = ''] = page.split('</head>')
  const [before = '', after = ''] = body.split('<noscript>')
  const script = `<script type="application/json" id="problem">${problem}</script></head>`
  return `${head}${script}${before}<noscript><p><code>${escapeText(message)}</code></p>${after}`
}
