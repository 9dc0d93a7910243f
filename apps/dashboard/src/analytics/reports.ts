import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { FunctionComponent } from 'react'
import { Activity, type ReportProps } from './Activity.tsx'
import { AdoptionReport } from './AdoptionReport.tsx'
import { Authenticators } from './Authenticators.tsx'
import { Devices } from './Devices.tsx'
import { SignInReport } from './SignInReport.tsx'

/** Each report by the end of its path. */
export const reports: readonly { path: string; title: MessageDescriptor; Report: FunctionComponent<ReportProps> }[] = [
  { path: '', title: msg`Activity`, Report: Activity },
  { path: 'sign-ins', title: msg`Sign-ins`, Report: SignInReport },
  { path: 'devices', title: msg`Devices`, Report: Devices },
  { path: 'authenticators', title: msg`Authenticators`, Report: Authenticators },
  { path: 'adoption', title: msg`Adoption`, Report: AdoptionReport },
]
