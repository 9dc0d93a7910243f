/** The anchor of a group of operations. */
export const toGroupId = (tag: string): string => `group-${tag.replaceAll(' ', '-')}`
