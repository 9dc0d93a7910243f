/** The installation's own application: its API keys administer the others, and its users are the members. */
export const ownApplicationId = 'thumbturn'
