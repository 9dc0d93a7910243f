/**
 * How routes are grouped for counting calls, by what a call costs or reveals. `read`: public and cheap. `check`: a proxy asks about a
 * request to a protected site. `begin`, `complete`:
 * the two calls of a ceremony. `send`: a user gets a message. `guess`: a code is checked. `report`: a client reports an
 * event. `account`: the caller's own account. `backend`: a customer's backend. `admin`: administration. `directory`: SCIM.
 */
export const limitClasses = [
  'read',
  'check',
  'begin',
  'complete',
  'send',
  'guess',
  'report',
  'account',
  'backend',
  'admin',
  'directory',
] as const

export type LimitClass = (typeof limitClasses)[number]
