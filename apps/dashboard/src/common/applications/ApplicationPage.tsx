import type { ComponentProps } from 'react'
import { type Crumb, Page } from '../../ui/Page.tsx'
import { useApplicationName } from './name.ts'

type Props = Omit<ComponentProps<typeof Page>, 'parent'> & {
  id: string
  /** The page between the overview and this one, if there is one. */
  section?: Omit<Crumb, 'parent'>
}

/** A page below the overview of an application. */
export function ApplicationPage({ id, section, ...page }: Props) {
  const overview = { title: useApplicationName(id), to: `/applications/${id}` }
  return <Page parent={section ? { ...section, parent: overview } : overview} {...page} />
}
