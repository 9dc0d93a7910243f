import type { Entry } from './queries.ts'

type Page = { entries: Entry[]; next?: string | undefined }

/** One call searches a few thousand entries; this many calls continue if none matches. */
const mostCalls = 10

/** The next page that has entries; without any, `next` says how far the search got. */
export async function searchEntries(read: (before: string) => Promise<Page>, before: string): Promise<Page> {
  let page = await read(before)
  for (let call = 1; call < mostCalls && page.entries.length === 0 && page.next !== undefined; call++)
    page = await read(page.next)
  return page
}
