import type { Input, Output } from '@thumbturn/contract'
import type { hostedApi } from '@thumbturn/contract/hosted/api.ts'

type Routes = (typeof hostedApi)['routes']

/** The browser itself makes the others. */
export type Operation = Exclude<keyof Routes, 'deviceBind' | 'deviceBindingRenew'>

export type InputOf<Name extends Operation> = Input<Routes[Name]>

export type OutputOf<Name extends Operation> = Output<Routes[Name]>

type Table = { readonly [Name in Operation]: readonly [method: Routes[Name]['method'], path: Routes[Name]['path']] }

/** The method and path of each operation, as in the contract, of which the pages load nothing else. */
export const operations: Table = {
  requestShow: ['GET', '/request'],
  sessionCreate: ['POST', '/session'],
  sessionEnd: ['DELETE', '/session'],
  signOutConfirm: ['POST', '/sign-out'],
  requestContinue: ['POST', '/continue'],
  consentDecide: ['POST', '/consent'],
  deviceShow: ['GET', '/device'],
  deviceDecide: ['POST', '/device'],
  accountShow: ['GET', '/account'],
  profileChange: ['POST', '/account/profile'],
  accountSessionEnd: ['DELETE', '/account/sessions/{id}'],
  programRevoke: ['DELETE', '/account/programs/{clientId}'],
  accountExport: ['POST', '/account/export'],
  accountDelete: ['POST', '/account/delete'],
}
