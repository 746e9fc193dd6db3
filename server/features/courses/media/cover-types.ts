/** Media types of a course's cover: what every browser shows. */
export const coverTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])
