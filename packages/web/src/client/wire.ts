import type { Input, Output } from '@thumbturn/contract'
import type { currentApi } from '@thumbturn/contract/current'

// Types only, so that no schema reaches the bundle.
type Routes = typeof currentApi.routes

/** Body of POST /reg/init. */
export type RegInitBody = Input<Routes['regInit']>['body']
/** Response of POST /reg/init. */
export type RegInit = Output<Routes['regInit']>
/** Body of POST /reg/complete. */
export type RegCompleteBody = Input<Routes['regComplete']>['body']

/** Body of POST /auth/init. */
export type AuthInitBody = Input<Routes['authInit']>['body']
/** Response of POST /auth/init. */
export type AuthInit = Output<Routes['authInit']>
/** Body of POST /auth/complete. */
export type AuthCompleteBody = Input<Routes['authComplete']>['body']

/** Body of POST /tx/init. */
export type TxInitBody = Input<Routes['txInit']>['body']
/** Response of POST /tx/init. */
export type TxInit = Output<Routes['txInit']>
/** The payment that the browser shows. */
export type PaymentOptions = NonNullable<TxInit['paymentOptions']>
/** Body of POST /tx/complete. */
export type TxCompleteBody = Input<Routes['txComplete']>['body']
/** Response of POST /tx/complete. */
export type TxComplete = Output<Routes['txComplete']>

/** Response of every call that ends with a signed-in user. */
export type TokenResponse = Output<Routes['authComplete']>
/** Response of GET /passkeys. */
export type PasskeyList = Output<Routes['passkeysList']>
/** Body of PUT /passkeys/{id}. */
export type RenameBody = Input<Routes['passkeyRename']>['body']

/** Response of POST /auth/otp. */
export type OtpCode = Output<Routes['authOtp']>
/** Body of POST /auth/otp/email and /auth/otp/sms. */
export type OtpSendBody = Input<Routes['authOtpEmail']>['body']
/** Body of POST /auth/otp/verify. */
export type OtpVerifyBody = Input<Routes['authOtpVerify']>['body']

/** Body of POST /mfa/begin. */
export type MfaBeginBody = Input<Routes['mfaBegin']>['body']
/** Body of POST /mfa/refresh. */
export type MfaRefreshBody = Input<Routes['mfaRefresh']>['body']
/** The next steps of a flow. */
export type MfaNext = Output<Routes['mfaBegin']>
/** Response of a completed flow. */
export type Mfa = Output<Routes['mfaPasskeyAuth']>
