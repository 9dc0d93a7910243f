/** The details that several types of events have, as the registry describes them. */
export const facts = {
  codeType: 'short, long, or phrase',
  codePurpose: 'add_credential or temporary_authentication',
  credentialType: 'fido2, password, publickey, recovery_code, phone_otp, email_otp, or totp',
  keyId: 'The ID of the key',
  clientId: 'The ID of the client',
  secretId: 'The ID of the secret',
  groupId: 'The ID of the group',
  by: 'The ID of an admin key, `member` with the ID of a member, or `command line`',
  kid: 'The ID of the key',
  keyChanger:
    'The ID of an admin key, `member` with the ID of a member, `command line`, or `upkeep` after its last token expired',
  key: 'The ID of the API key, client key, or admin key that was used, `member` with the ID of a member, or `command line`',
  all: '`true` if all of them were deleted',
  messageKind: 'What the message was about',
  channel: 'email, sms, or voice',
  method: 'How the code was delivered: device, email, or sms',
  kind: 'email or phone',
  aaguid: 'The AAGUID of the authenticator model',
}
