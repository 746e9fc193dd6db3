import type { Db } from '../../../postgres/client.ts'
import { findNamed, listNamed, runNamed } from '../../../postgres/named-statement.ts'

/** Writes a piece of a file, replacing one that already exists. */
export async function putChunk(
  db: Db,
  { name, position, bytes }: { name: string; position: number; bytes: Uint8Array },
): Promise<void> {
  await runNamed(db, {
    name: 'put_media_chunk',
    text: `
      insert into media_chunks (name, position, bytes) values ($1, $2, $3)
      on conflict (name, position) do update set bytes = excluded.bytes`,
    values: [name, position, bytes],
  })
}

/** Finds some bytes of a piece; undefined if there is no such piece. */
export async function findChunk(
  db: Db,
  {
    name,
    position,
    from,
    length,
  }: { name: string; position: number; from: number; length: number },
): Promise<Uint8Array | undefined> {
  const [chunk] = await runNamed<{ bytes: Uint8Array }>(db, {
    name: 'find_media_chunk',
    text: `
      select substring(bytes from $3 + 1 for $4) as bytes from media_chunks
      where name = $1 and position = $2`,
    values: [name, position, from, length],
  })
  return chunk?.bytes
}

/** Finds the last piece of a file; undefined if there is no such file. */
export async function findLastChunk(
  db: Db,
  name: string,
): Promise<{ position: number; size: number } | undefined> {
  return findNamed(db, {
    name: 'find_last_media_chunk',
    text: `
      select position, octet_length(bytes) as size from media_chunks
      where name = $1 order by position desc limit 1`,
    values: [name],
  })
}

export async function deleteChunks(
  db: Db,
  { name, from = 0 }: { name: string; from?: number },
): Promise<void> {
  await runNamed(db, {
    name: 'delete_media_chunks',
    text: 'delete from media_chunks where name = $1 and position >= $2',
    values: [name, from],
  })
}

/** Lists the names of files, in order. */
export async function listChunkNames(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_media_chunk_names',
    text: `
      select name from media_chunks where name > $1 and position = 0 order by name limit $2`,
    values: [after, limit],
  })
}
