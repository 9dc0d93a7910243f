import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from '@docusaurus/types'
import { listProductContacts, websiteExpiry, writeSecurityTxt } from '@thumbturn/contract/vocabulary/security-txt.ts'

const path = '.well-known/security.txt'

/** `security.txt` of a website on a host of its own. A service that serves the website has one of the operator. */
export default function securityTxt(): Plugin {
  return {
    name: 'security-txt',
    async postBuild({ outDir, siteConfig: { url, customFields } }) {
      const text = writeSecurityTxt({
        ...listProductContacts(String(customFields?.repository)),
        expires: new Date(websiteExpiry),
        canonical: url.startsWith('https:') ? `${url}/${path}` : undefined,
      })
      await mkdir(join(outDir, '.well-known'), { recursive: true })
      await writeFile(join(outDir, path), text)
    },
  }
}
