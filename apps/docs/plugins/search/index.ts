import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from '@docusaurus/types'
import lunr from 'lunr'
import { readPages } from '../pages/page.ts'
import { type Section, splitSections } from './sections.ts'

/** What the search box fetches: `search-doc.json` with the sections, `lunr-index.json` with the index over them. */
export default function search(): Plugin {
  return {
    name: 'search',
    async postBuild({ outDir, routesPaths }) {
      const pages = await readPages(outDir, routesPaths)
      const sections = pages.filter(({ indexed }) => indexed).flatMap(splitSections)
      await writeFile(join(outDir, 'search-doc.json'), JSON.stringify(sections.map(shown)))
      await writeFile(join(outDir, 'lunr-index.json'), JSON.stringify(buildIndex(sections)))
    },
  }
}

// Who looks for an operation means that of the current API, unless they say otherwise.
const isOlderApi = (url: string) => /^\/(proxy\/)?api\//.test(url)

const longestText = 600

const shown = ({ text, ...section }: Section) => ({ ...section, text: text.slice(0, longestText) })

function buildIndex(sections: readonly Section[]) {
  return lunr(function build() {
    this.ref('id')
    this.field('heading', { boost: 8 })
    this.field('page', { boost: 3 })
    this.field('text')
    // Punctuation and brackets next to a word don't belong to it.
    this.tokenizer.separator = /[\s\-/.,:;()[\]{}"'`|→=<>]+/
    sections.forEach(({ url, heading, page, text }, id) => {
      // A reader who types the title of a page looks for its opening.
      this.add({ id, heading, page, text }, { boost: (url.includes('#') ? 1 : 2) * (isOlderApi(url) ? 0.6 : 1) })
    })
  })
}
