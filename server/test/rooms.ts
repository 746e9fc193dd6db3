/**
 * The rooms of the house from the top, and what each may import of the others. Within `db/`,
 * `postgres/` knows nothing of Lyceum.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  academy: ['client-sdk'],
  checks: ['scripts', 'server', 'client-sdk', 'books', 'db', 'db/postgres', 'content', 'lib'],
  scripts: ['server', 'client-sdk', 'books', 'db', 'db/postgres', 'content', 'lib'],
  'client-sdk': [],
  server: ['books', 'db', 'db/postgres', 'content', 'lib'],
  books: ['content', 'lib'],
  db: ['db/postgres', 'content', 'lib'],
  'db/postgres': ['lib'],
  content: ['lib'],
  lib: [],
}

/** The folders of the rooms, from the top. */
export const roomFolders = Object.keys(rooms).filter((room) => !room.includes('/'))
