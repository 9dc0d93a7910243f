export type {
  AccessClaims,
  AuthFactor,
  ClaimsByType,
  CommonClaims,
  ContentSignature,
  IdClaims,
  PayloadClaims,
  TokenType,
  TransactionClaims,
} from './claims.ts'
export {
  isTokenRejected,
  ThumbturnError,
  type ThumbturnErrorCode,
  type TokenErrorCode,
  type WebhookErrorCode,
} from './errors.ts'
export type { Authenticators, Contacts, Devices, Events, Groups, Passkeys, Transactions, Users } from './management.ts'
export type { ThumbturnOptions } from './options.ts'
export { type ServiceTokenRequest, signServiceToken } from './service-token.ts'
export { createThumbturn, type GrantOptions, type Thumbturn } from './thumbturn.ts'
export type { ExpectedPayload, ExpectedTransaction } from './transaction.ts'
export type { VerifyOptions } from './verify.ts'
export { verifyWebhook, type Webhook, type WebhookEvent, type WebhookRequest } from './webhook.ts'
export type {
  ApplicationEvent,
  AuthenticatorModel,
  BackendSession,
  Blacklist,
  BlacklistItem,
  ContactVerification,
  DiscoverRequest,
  Discovery,
  EmailChange,
  EmailDeletion,
  EventFilter,
  FoundUser,
  GrantRequest,
  Group,
  GroupMember,
  GroupRequest,
  HeldGroup,
  PasskeyInfo,
  PhoneChange,
  PhoneDeletion,
  ProfileRequest,
  ServiceScope,
  SessionTokens,
  SharedDevice,
  Transaction,
  UserProfile,
  UserScope,
} from './wire.ts'
