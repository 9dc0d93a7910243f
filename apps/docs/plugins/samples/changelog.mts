import { readFileSync } from 'node:fs'

const mark = /^<Changelog \/>$/m
const root = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** A page with the releases of CHANGELOG.md in place of `<Changelog />`; the file's introduction is for those who write it. */
export function withChangelog(page: string): string {
  if (!mark.test(page)) return page
  const changelog = read('CHANGELOG.md')
  const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } }
  const home = process.env.SITE_REPOSITORY ?? repository.url.replace(/^git\+|\.git$/g, '')
  return page.replace(mark, () => adaptLinks(changelog.slice(changelog.indexOf('\n## ') + 1), home))
}

/** Links to pages stay on the website, and links to other files lead to the repository. */
export const adaptLinks = (text: string, home: string): string =>
  text
    .replaceAll('](apps/docs/docs/', '](./')
    .replaceAll(/\]\((?!https?:|#|\.\/)([^)]+)\)/g, (_, path: string) => `](${home}/blob/main/${path})`)
