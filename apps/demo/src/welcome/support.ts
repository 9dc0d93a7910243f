/** Why passkeys can't work on this page; undefined if they can. */
export function findMissingSupport(): { title: string; children: string } | undefined {
  if (!window.isSecureContext) {
    return {
      title: 'Passkeys need a safe address',
      children: `Browsers allow them on https and on localhost, not on ${location.origin}.`,
    }
  }
  if (!window.PublicKeyCredential) {
    return {
      title: 'This browser knows no passkeys',
      children: 'Use a current version of Chrome, Edge, Firefox or Safari.',
    }
  }
  return undefined
}
