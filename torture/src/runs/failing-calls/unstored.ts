/** What a violation ends with if the service responded with success although its commit failed. */
export const unstored = 'a success that is not stored'
