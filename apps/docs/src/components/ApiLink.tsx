import { useLocation } from '@docusaurus/router'
import DefaultNavbarItem from '@theme/NavbarItem/DefaultNavbarItem'
import type { ComponentProps, ReactNode } from 'react'
import { referenceAt } from '../../plugins/openapi-reference/references.ts'

/** Leads to the API whose reference is open, elsewhere to /api. */
export function ApiLink(props: ComponentProps<typeof DefaultNavbarItem>): ReactNode {
  const { pathname } = useLocation()
  const open = referenceAt(pathname)
  return (
    <DefaultNavbarItem {...props} to={open?.route ?? '/api/'} activeBaseRegex={open ? `^${open.route}` : '^/api/'} />
  )
}
