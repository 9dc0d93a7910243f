// #region start
import { resumeCheckout, startCheckout } from '@thumbturn/web/merchant'

const callbacks = {
  successCallback: ({ payloadSignature }: { payloadSignature: string }) => confirmOrder(payloadSignature), // your function
  fallbackCallback: () => showOtherWaysToPay(),
  errorCallback: ({ code, message }: { code: string; message: string }) => offerToTryAgain(code, message),
}

/** Identifies the payment that your backend prepared. */
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
await resumeCheckout(callbacks) // on the page that users return to
// #endregion

declare function confirmOrder(payloadSignature: string): void
declare function showOtherWaysToPay(): void
declare function offerToTryAgain(code: string, message: string): void
