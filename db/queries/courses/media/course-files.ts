import type { PageAfter } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { findNamed, listNamed, runNamed } from '../../../postgres/named-statement.ts'
import { isOpen } from '../courses/is-open.ts'
import type { MediaRow } from './media.ts'

/** A file of a course's library. */
export interface CourseFileRow {
  /** Path from the course's root, with `/`. */
  path: string
  sha256: string
  size: number
  /** Media type, decided by its bytes. */
  type: string
  addedAt: Date
}

const fileColumns = 'f.path, f.sha256, m.size::float8 as size, m.type, f.added_at as "addedAt"'

interface FileSearch extends PageAfter {
  courseId: string
  /** What the path holds, in whatever case. */
  q?: string | undefined
  /** The first half of the media type. */
  kind?: string | undefined
}

/** Lists files after `after`, in the order of their paths. */
export function listCourseFiles(
  db: Db,
  { courseId, after, limit, q, kind }: FileSearch,
): Promise<CourseFileRow[]> {
  return runNamed<CourseFileRow>(db, {
    name: 'list_course_files',
    text: `
      select ${fileColumns} from course_files f join media m on m.sha256 = f.sha256
      where f.course_id = $1 and f.path > $2
        and ($4::text is null or strpos(lower(f.path), lower($4)) > 0)
        and ($5::text is null or m.type like $5 || '/%')
      order by f.path limit $3`,
    values: [courseId, after ?? '', limit, q ?? null, kind ?? null],
  })
}

/** Finds the SHA-256 of those paths that the library has. */
export async function findCourseFiles(
  db: Db,
  { courseId, paths }: { courseId: string; paths: readonly string[] },
): Promise<Record<string, string>> {
  const found = await runNamed<Pick<CourseFileRow, 'path' | 'sha256'>>(db, {
    name: 'find_course_files',
    text: 'select path, sha256 from course_files where course_id = $1 and path = any($2::text[])',
    values: [courseId, paths],
  })
  return Object.fromEntries(found.map(({ path, sha256 }) => [path, sha256]))
}

/** Finds the SHA-256 of all files of the library, by path. */
export async function findLibrary(db: Db, courseId: string): Promise<Record<string, string>> {
  const found = await runNamed<Pick<CourseFileRow, 'path' | 'sha256'>>(db, {
    name: 'find_library',
    text: 'select path, sha256 from course_files where course_id = $1',
    values: [courseId],
  })
  return Object.fromEntries(found.map(({ path, sha256 }) => [path, sha256]))
}

/** Finds a file of the library; undefined if there is none. */
export async function findCourseFile(
  db: Db,
  { courseId, path }: { courseId: string; path: string },
): Promise<CourseFileRow | undefined> {
  return findNamed(db, {
    name: 'find_course_file',
    text: `
      select ${fileColumns} from course_files f join media m on m.sha256 = f.sha256
      where f.course_id = $1 and f.path = $2`,
    values: [courseId, path],
  })
}

/** Lists the paths of all files of the library, unordered. */
export async function listCoursePaths(db: Db, courseId: string): Promise<string[]> {
  return listNamed(db, {
    name: 'list_course_paths',
    text: 'select path from course_files where course_id = $1',
    values: [courseId],
  })
}

/** Adds or replaces files of the library. Returns how many changed. */
export async function putCourseFiles(
  db: Db,
  { courseId, files, now }: { courseId: string; files: Record<string, string>; now: Date },
): Promise<number> {
  const changed = await runNamed(db, {
    name: 'put_course_files',
    text: `
      with given as (
        select * from unnest($2::text[], $3::text[]) as file (path, sha256)
      ), replaced as (
        update media set used_at = $4
        from course_files f join given on given.path = f.path and given.sha256 <> f.sha256
        where f.course_id = $1 and media.sha256 = f.sha256
      )
      insert into course_files as f (course_id, path, sha256, added_at)
      select $1, path, sha256, $4 from given
      on conflict (course_id, path) do update
        set sha256 = excluded.sha256, added_at = excluded.added_at
        where f.sha256 <> excluded.sha256
      returning path`,
    values: [courseId, Object.keys(files), Object.values(files), now],
  })
  return changed.length
}

/** Gives a file of the library another path. False if there is none. */
export async function renameCourseFile(
  db: Db,
  { courseId, from, to }: { courseId: string; from: string; to: string },
): Promise<boolean> {
  const renamed = await runNamed(db, {
    name: 'rename_course_file',
    text: `
      update course_files set path = $3 where course_id = $1 and path = $2 returning path`,
    values: [courseId, from, to],
  })
  return renamed.length > 0
}

/** Finds the SHA-256 of what the current version of a course shows, by path. */
export async function findFilesOfVersion(
  db: Db,
  courseId: string,
): Promise<Record<string, string>> {
  const found = await runNamed<Pick<CourseFileRow, 'path' | 'sha256'>>(db, {
    name: 'find_files_of_version',
    text: `
      select shown.path, shown.sha256 from courses c
      join lesson_revisions l on l.course_id = c.id
        and c.current_version between l.from_version and l.until_version
      cross join jsonb_each_text(l.files) as shown (path, sha256)
      where c.id = $1
      union
      select v.cover, v.cover_sha256 from courses c
      join course_versions v on v.course_id = c.id and v.number = c.current_version
      where c.id = $1 and v.cover is not null and v.cover_sha256 is not null`,
    values: [courseId],
  })
  return Object.fromEntries(found.map(({ path, sha256 }) => [path, sha256]))
}

interface PathsOfCourse {
  courseId: string
  paths: readonly string[]
  now: Date
}

/** Removes files from the library. Returns how many there were. */
export function removeCourseFiles(db: Db, given: PathsOfCourse): Promise<number> {
  return takeOut(db, { ...given, name: 'remove_course_files', which: 'path = any($2::text[])' })
}

/** Removes all files but those of these paths from the library. Returns how many went. */
export function keepCourseFiles(db: Db, given: PathsOfCourse): Promise<number> {
  return takeOut(db, { ...given, name: 'keep_course_files', which: 'path <> all($2::text[])' })
}

async function takeOut(
  db: Db,
  { name, which, courseId, paths, now }: PathsOfCourse & { name: string; which: string },
): Promise<number> {
  const removed = await runNamed(db, {
    name,
    text: `
      with removed as (
        delete from course_files where course_id = $1 and ${which}
        returning path, sha256
      ), ended as (
        update media set used_at = $3 from removed where media.sha256 = removed.sha256
      )
      select path from removed`,
    values: [courseId, paths, now],
  })
  return removed.length
}

export interface FilesOfCourse {
  /** The number of files in its library. */
  files: number
  /** Bytes of all that its library and its versions hold, each content once. */
  bytes: number
}

/** Measures how much a course already holds. */
export async function measureCourseFiles(db: Db, courseId: string): Promise<FilesOfCourse> {
  const [sum] = await runNamed<FilesOfCourse>(db, {
    name: 'measure_course_files',
    text: `
      select (select count(*)::int from course_files where course_id = $1) as files,
        coalesce(sum(m.size), 0)::float8 as bytes
      from media m where m.sha256 in (
        select sha256 from course_files where course_id = $1
        union all select sha256 from published_files where course_id = $1)`,
    values: [courseId],
  })
  return sum ?? { files: 0, bytes: 0 }
}

/** Measures what the lessons of a learner's version show; undefined without access to it. */
export function measureShownFiles(
  db: Db,
  { userId, courseId, now }: { userId: string; courseId: string; now: Date },
): Promise<{ bytes: number; videoBytes: number } | undefined> {
  const isVideo = "(m.type like 'video/%' or m.type like 'audio/%')"
  const sumOf = (condition: string) =>
    `coalesce(sum(m.size) filter (where ${condition}), 0)::float8`
  return findNamed(db, {
    name: 'measure_shown_files',
    text: `
      select ${sumOf(`not ${isVideo}`)} as bytes, ${sumOf(isVideo)} as "videoBytes"
      from enrollments e
      join course_versions v on v.id = e.version_id
      left join media m on m.sha256 in (
        select shown.sha256 from lesson_revisions l
        cross join jsonb_each_text(l.files) as shown (path, sha256)
        where l.course_id = e.course_id and v.number between l.from_version and l.until_version)
      where e.user_id = $1 and e.course_id = $2 and ${isOpen('e', '$3')}
      group by e.course_id`,
    values: [userId, courseId, now],
  })
}

/**
 * Finds which contents the library or a version of the course has, with their bytes in this
 * storage.
 */
export function findKnownContents(
  db: Db,
  {
    courseId,
    contents,
    storage,
  }: { courseId: string; contents: readonly string[]; storage: string },
): Promise<KnownContent[]> {
  return runNamed<KnownContent>(db, {
    name: 'find_known_contents',
    text: `
      select m.sha256, m.name, m.size::float8 as size from media m
      where m.sha256 = any($2::text[]) and m.storage = $3
        and (exists (
            select from course_files f where f.course_id = $1 and f.sha256 = m.sha256)
          or exists (
            select from published_files p where p.course_id = $1 and p.sha256 = m.sha256))`,
    values: [courseId, contents, storage],
  })
}

export type KnownContent = Pick<MediaRow, 'sha256' | 'name' | 'size'>

/** Remembers that a version of the course shows these, for as long as the course exists. */
export async function insertPublishedFiles(
  db: Db,
  { courseId, contents }: { courseId: string; contents: readonly string[] },
): Promise<void> {
  if (contents.length === 0) return
  await runNamed(db, {
    name: 'insert_published_files',
    text: `
      insert into published_files (course_id, sha256)
      select $1, sha256 from (select distinct unnest($2::text[]) as sha256) given
      on conflict do nothing`,
    values: [courseId, contents],
  })
}

export type StoredFile = Pick<MediaRow, 'sha256' | 'size' | 'type' | 'width' | 'height'>

/** Finds sizes and type of files by their contents. */
export function findStoredFiles(db: Db, contents: readonly string[]): Promise<StoredFile[]> {
  return runNamed<StoredFile>(db, {
    name: 'find_stored_files',
    text: `
      select sha256, size::float8 as size, type, width, height
      from media where sha256 = any($1::text[])`,
    values: [contents],
  })
}
