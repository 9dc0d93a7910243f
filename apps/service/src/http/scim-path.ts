/** Where directories provision members. */
export const scimPath = '/scim/v2'
