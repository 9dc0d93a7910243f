import { Outlet, useParams } from 'react-router'
import { useIsUnknownApplication } from '../common/applications/queries.ts'
import { UnknownPage } from '../ui/UnknownPage.tsx'

/** The page of an application, or the page for unknown addresses if there is no such application. */
export function ApplicationOutlet() {
  const { applicationId } = useParams()
  return useIsUnknownApplication(applicationId) ? <UnknownPage /> : <Outlet />
}
