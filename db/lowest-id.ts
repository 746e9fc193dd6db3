/**
 * Where a page begins that begins with the first id: a comparison that may be absent, such as
 * `$1 is null or id > $1`, reads every page from the beginning of its list.
 */
export const lowestId = '00000000-0000-0000-0000-000000000000'
