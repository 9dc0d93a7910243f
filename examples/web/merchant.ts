// #region start
import { resumeCheckout, startCheckout } from '@thumbturn/web/merchant'

const callbacks = {
  successCallback: ({ payloadSignature }: { payloadSignature: string }) => confirmOrder(payloadSignature), // yours
  fallbackCallback: () => showOtherWaysToPay(),
  errorCallback: ({ code, message }: { code: string; message: string }) => offerToTryAgain(code, message),
}

/** By what the wallet finds the payment: your backend had it prepared. */
export const pay = (request: string) =>
  startCheckout({
    ...callbacks,
    discoverUrl: 'http://localhost:4330/frame',
    redirectUrl: 'http://localhost:4330/pay',
    request,
    mountTarget: '#wallet',
  })
// #endregion

// #region resume
await resumeCheckout(callbacks) // on the page where people come back; calls nobody where none comes back
// #endregion

declare function confirmOrder(payloadSignature: string): void
declare function showOtherWaysToPay(): void
declare function offerToTryAgain(code: string, message: string): void
