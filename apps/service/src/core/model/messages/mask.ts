/** An email address or phone number that its owner recognizes, and others can't use. */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  return at < 0 ? `…${address.slice(-2)}` : `${address.slice(0, 1)}…${address.slice(at)}`
}
