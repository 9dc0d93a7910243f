import Link from '@docusaurus/Link'
import type { ReactNode } from 'react'
import { glossary } from '../glossary.ts'

/** A word of the field, with its meaning where the pointer rests and its entry in the glossary behind it. */
export function Term({ id, children }: { id: keyof typeof glossary; children: ReactNode }): ReactNode {
  return (
    <Link className="term" to={`/reference-documentation/glossary/#${id}`} title={glossary[id].means}>
      {children}
    </Link>
  )
}
