/**
 * The form of a username under which it is unique: compatibility-composed, trimmed, lower case.
 * Two spellings that a person takes for the same name must not become two accounts.
 */
export const usernameKey = (username: string) => username.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
