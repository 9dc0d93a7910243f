/**
 * The keys to look a name up by: first as a username, then as a contact. Both are equal if the name isn't a contact.
 * `addressKey` is the same for every spelling of an email address or phone number.
 */
export type NameKeys = { usernameKey: string; addressKey: string }
