import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { readDocument } from './document.ts'
import { createGuideFinder } from './guides.ts'
import type { Reference } from './model.ts'
import type { ApiReference } from './references.ts'

type PluginContent = { reference: ApiReference; document: Reference | undefined }

/**
 * A page for every API, made of the OpenAPI document that the contract emits. An API whose document is not there yet has
 * its page all the same, which says so.
 */
export default function openapiReference(
  { siteDir }: LoadContext,
  { references }: { references: readonly ApiReference[] },
): Plugin<PluginContent[]> {
  const folder = join(siteDir, '../../packages/contract/openapi')
  const findGuides = createGuideFinder(join(siteDir, 'docs'))
  const toFileName = ({ name }: ApiReference) => `openapi_${name}.yaml`
  return {
    name: 'openapi-reference',
    getPathsToWatch: () => [`${folder}/*.yaml`],
    loadContent: () =>
      Promise.all(
        references.map(async (reference) => {
          const text = await readFile(join(folder, toFileName(reference)), 'utf8').catch(() => undefined)
          return {
            reference,
            document:
              text &&
              readDocument(text, {
                file: toFileName(reference),
                findGuides: (operation) => findGuides(reference.name, operation),
              }),
          } as PluginContent
        }),
      ),
    async contentLoaded({ content, actions: { addRoute, createData } }) {
      for (const { reference, document } of content) {
        const path = await createData(`${reference.name}.json`, JSON.stringify({ reference, document }))
        addRoute({
          path: reference.route,
          component: '@site/src/reference/ReferencePage.tsx',
          modules: { api: path },
          exact: true,
        })
      }
    },
    /** The documents themselves, for generators and readers. */
    async postBuild({ outDir, content }) {
      await mkdir(join(outDir, 'openapi'), { recursive: true })
      for (const { reference, document } of content) {
        if (document)
          await copyFile(join(folder, toFileName(reference)), join(outDir, 'openapi', toFileName(reference)))
      }
    },
  }
}
