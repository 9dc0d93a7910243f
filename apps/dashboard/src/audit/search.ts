type Page = { entries: readonly unknown[]; next?: string | undefined }

/** One call searches a few thousand entries; this many calls continue if none matches. */
const mostCalls = 10

/** The next page that has entries; without any, `next` says how far the search got. */
export async function searchEntries<P extends Page>(read: (before: string) => Promise<P>, before: string): Promise<P> {
  let page = await read(before)
  for (let call = 1; call < mostCalls && page.entries.length === 0 && page.next !== undefined; call++)
    page = await read(page.next)
  return page
}
