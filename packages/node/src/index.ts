export type {
  AccessClaims,
  AuthFactor,
  ClaimsOf,
  CommonClaims,
  ContentSignature,
  IdClaims,
  PayloadClaims,
  TokenType,
  TransactionClaims,
} from './claims.ts'
export { ThumbturnError, type ThumbturnErrorCode, type TokenErrorCode } from './errors.ts'
export type { Authenticators, Contacts, Devices, Events, Passkeys, Transactions, Users } from './management.ts'
export type { ThumbturnOptions } from './options.ts'
export { type ServiceTokenRequest, signServiceToken } from './service-token.ts'
export { createThumbturn, type Thumbturn } from './thumbturn.ts'
export type { ExpectedPayload, ExpectedTransaction } from './transaction.ts'
export type { VerifyOptions } from './verify.ts'
export type {
  ApplicationEvent,
  AuthenticatorModel,
  Blacklist,
  BlacklistItem,
  ContactProof,
  Discovered,
  DiscoverRequest,
  EmailChange,
  EventFilter,
  FoundUser,
  GrantRequest,
  PasskeyInfo,
  PhoneChange,
  ServiceScope,
  SessionTokens,
  SharedDevice,
  Transaction,
  UserScope,
} from './wire.ts'
