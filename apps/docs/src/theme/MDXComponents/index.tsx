import TabItem from '@theme/TabItem'
import Tabs from '@theme/Tabs'
import Original from '@theme-original/MDXComponents'
import type { ComponentProps } from 'react'
import { InlineCode } from '../../components/Identifier.tsx'
import { NotYet } from '../../components/NotYet.tsx'
import { Screenshot } from '../../components/Screenshot.tsx'
import { Sequence } from '../../components/Sequence.tsx'
import { Term } from '../../components/Term.tsx'

/** A table that scrolls on its own if the window is narrow. */
function Table(props: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="table-frame" tabIndex={0} role="group" aria-label="Table">
      <table {...props} />
    </div>
  )
}

/** The corner of a table that says nothing heads nothing. */
function HeadCell({ children, ...props }: ComponentProps<'th'>) {
  return children ? <th {...props}>{children}</th> : <td {...props} />
}

/** Code within a sentence breaks between the parts of its identifiers; everything else is a block. */
function Code({ children, ...props }: ComponentProps<'code'>) {
  const isInline = typeof children === 'string' && !children.includes('\n') && props.className === undefined
  return isInline ? <InlineCode text={children} /> : <Original.code {...props}>{children}</Original.code>
}

/** The components that every page can use without importing them. */
export default {
  ...Original,
  NotYet,
  Screenshot,
  Sequence,
  Tabs,
  TabItem,
  Term,
  code: Code,
  table: Table,
  th: HeadCell,
}
