/** The installation's own application: its API keys administer the others. Nobody's users live in it. */
export const ownApplicationId = 'thumbturn'
