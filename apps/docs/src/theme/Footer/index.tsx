import { useThemeConfig } from '@docusaurus/theme-common'
import FooterCopyright from '@theme/Footer/Copyright'
import FooterLinkItem from '@theme/Footer/LinkItem'
import NavbarItem from '@theme/NavbarItem'
import { type ComponentProps, type MouseEvent, memo, type ReactNode } from 'react'

type Column = { title: string; items: ComponentProps<typeof FooterLinkItem>['item'][] }

/** The links by subject, and below them who holds the rights and which version of the documentation this is. */
function Footer(): ReactNode {
  const { footer } = useThemeConfig()
  if (!footer) return null
  return (
    <footer className="theme-layout-footer footer">
      <div className="container container-fluid">
        <div className="footer-columns">
          {(footer.links as Column[]).map(({ title, items }) => (
            <div key={title}>
              <p>{title}</p>
              <ul>
                {items.map((item) => (
                  <li key={item.label}>
                    <FooterLinkItem item={item} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="footer-foot">
          <FooterCopyright copyright={footer.copyright!} />
          <div className="footer-version" onClickCapture={keepPlace}>
            Documentation version
            <NavbarItem
              type="docsVersionDropdown"
              // Without a second entry, the theme draws a link instead of a choice.
              items={[]}
              dropdownItemsBefore={[]}
              dropdownItemsAfter={[{ to: '/operate/upgrade/', label: 'Upgrade to a new version' }]}
            />
          </div>
        </div>
      </div>
    </footer>
  )
}

/** Opens the menu of versions without a visit to the version that is open, which would scroll to the top. */
function keepPlace(event: MouseEvent<HTMLDivElement>): void {
  if ((event.target as Element).closest('[aria-haspopup]')) event.preventDefault()
}

export default memo(Footer)
