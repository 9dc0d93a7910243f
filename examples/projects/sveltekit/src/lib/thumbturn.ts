/** The address of the application, which the page and the backend use. */
export const baseUrl = 'http://localhost:4300/apps/demo'
