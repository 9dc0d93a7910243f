/** The installation's own application: its API keys administer the others. It has no users. */
export const ownApplicationId = 'thumbturn'
