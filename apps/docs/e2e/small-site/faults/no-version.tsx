import BrowserOnly from '@docusaurus/BrowserOnly'
import Layout from '@theme/Layout'
import NavbarItem from '@theme/NavbarItem'
import type { ReactNode } from 'react'

/** A list of versions with one that does not exist. */
export default function NoVersion(): ReactNode {
  return (
    <Layout>
      <BrowserOnly>
        {() => (
          <NavbarItem
            type="docsVersionDropdown"
            versions={['9.X']}
            items={[]}
            dropdownItemsBefore={[]}
            dropdownItemsAfter={[]}
          />
        )}
      </BrowserOnly>
    </Layout>
  )
}
