import ElementContent from '@theme/CodeBlock/Content/Element'
import StringContent from '@theme/CodeBlock/Content/String'
import type Original from '@theme-init/CodeBlock'
import { Children, type ComponentProps, isValidElement, type ReactNode } from 'react'

/**
 * A block of code, as the theme's, but not rendered again in the browser: its colors are variables, so they are right in the
 * server's HTML.
 */
export default function CodeBlock({ children, ...props }: ComponentProps<typeof Original>): ReactNode {
  const hasElements = Children.toArray(children).some((child) => isValidElement(child))
  if (hasElements) return <ElementContent {...props}>{children}</ElementContent>
  return <StringContent {...props}>{Array.isArray(children) ? children.join('') : String(children)}</StringContent>
}
