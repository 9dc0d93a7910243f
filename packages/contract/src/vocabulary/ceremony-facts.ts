/** Facts of a completed ceremony, as the registry describes them. */
export const ceremony = {
  os: 'The operating system, as the client reported it',
  client: 'The browser or app, as the client reported it',
  clientType: 'The type of client, as the client reported it, such as browser',
  took: 'Milliseconds from the start of the flow to its completion',
}

/** The model's entry in the FIDO metadata; absent if it doesn't list the model. */
export const model = {
  certification: 'The level of its FIDO certification, such as L1, or none',
  keyProtection: 'How it protects its keys, such as hardware secure_element',
  modelStatus: 'good, or the status report that made it compromised, such as REVOKED',
}

/** Further facts of a verified passkey. */
export const authentication = {
  userVerified: 'Whether the authenticator verified the user',
  purpose: 'signIn, mfa (a factor of an MFA flow), or code (to create a code for another device)',
  named: 'Whether the flow was started with a username',
  autofill:
    'Whether the page offered the passkey in autofill, as the client reported it; absent with a username or `immediate`',
  immediate: 'true: the page asked only for passkeys on this device, as the client reported it; absent otherwise',
}
