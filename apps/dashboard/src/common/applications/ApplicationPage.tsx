import type { ComponentProps } from 'react'
import { Page } from '../../ui/Page.tsx'
import { useApplicationName } from './name.ts'

type Props = Omit<ComponentProps<typeof Page>, 'parent'> & { id: string }

/** A page below the overview of an application. */
export function ApplicationPage({ id, ...page }: Props) {
  return <Page parent={{ title: useApplicationName(id), to: `/applications/${id}` }} {...page} />
}
