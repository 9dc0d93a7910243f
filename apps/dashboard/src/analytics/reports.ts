import type { FunctionComponent } from 'react'
import { Activity, type ReportProps } from './Activity.tsx'
import { AdoptionReport } from './AdoptionReport.tsx'
import { Authenticators } from './Authenticators.tsx'
import { Devices } from './Devices.tsx'
import { SignInReport } from './SignInReport.tsx'

/** Each report by the end of its path. */
export const reports: readonly { path: string; title: string; Report: FunctionComponent<ReportProps> }[] = [
  { path: '', title: 'Activity', Report: Activity },
  { path: 'sign-ins', title: 'Sign-ins', Report: SignInReport },
  { path: 'devices', title: 'Devices', Report: Devices },
  { path: 'authenticators', title: 'Authenticators', Report: Authenticators },
  { path: 'adoption', title: 'Adoption', Report: AdoptionReport },
]
