/**
 * What a name is looked up by: first as a username, then as the key of the contact that it denotes. Both are equal where
 * it denotes none. `addressKey` is the same for every spelling of an email address or phone number.
 */
export type NameKeys = { usernameKey: string; addressKey: string }
