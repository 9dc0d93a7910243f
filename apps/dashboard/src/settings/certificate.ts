/** The base64 of a certificate in PEM; any other text as it is. */
export const parseCertificate = (text: string): string =>
  text.includes('-----BEGIN') ? text.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '') : text
