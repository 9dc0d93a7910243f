import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from '@docusaurus/types'
import { encodeIndex } from '../../src/search/inverted-index.ts'
import { readPages } from '../pages/page.ts'
import { type Section, splitSections } from './sections.ts'
import { weighTerms } from './weights.ts'

/**
 * The files that the search box fetches: `search-doc.json` with the sections, `lunr-index.json` with the index over
 * them.
 */
export default function search(): Plugin {
  return {
    name: 'search',
    async postBuild({ outDir, routesPaths }) {
      const pages = await readPages(outDir, routesPaths)
      const sections = pages.filter(({ indexed }) => indexed).flatMap(splitSections)
      await writeFile(join(outDir, 'search-doc.json'), JSON.stringify(sections.map(toShown)))
      await writeFile(join(outDir, 'lunr-index.json'), JSON.stringify(encodeIndex(weighTerms(sections))))
    },
  }
}

const longestText = 180

const toShown = ({ text, keywords, ...section }: Section) => ({ ...section, text: text.slice(0, longestText) })
