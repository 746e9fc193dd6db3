import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { outsideTransactionMark } from './files.ts'
import { migrateDatabase } from './migrator.ts'
import { compareSchema } from './schema-state.ts'
import { givenEmptyDatabase, givenMigrations } from './test/given.ts'

const folder = await givenMigrations({
  '0000_books': [
    'create table books (title text)',
    "insert into books values (step('Knots'))",
    "select step('')",
  ],
  '0001_indexes': [
    `${outsideTransactionMark}\ncreate index concurrently "books_title" on books (step(title))`,
    'create unique index concurrently "books_once" on books (lower(step(title)))',
    'drop index concurrently if exists "books_title"',
  ],
  '0002_loans': [
    'create table loans (book text)',
    "select step('')",
    'alter table books add pages int',
    "select step('')",
  ],
})

/**
 * Ends the session at the n-th step: between statements, while an index is built, and when a file
 * is recorded. Zero is never.
 */
async function dieAtStep(client: Client, number: number): Promise<void> {
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint);
    create sequence steps;
    create function step(value text) returns text immutable language plpgsql as $$ begin
      if nextval('public.steps') = ${number} then perform pg_terminate_backend(pg_backend_pid());
      end if;
      return value;
    end $$;
    create function at_record() returns trigger language plpgsql as $$ begin
      perform public.step(new.hash); return new;
    end $$;
    create trigger at_record before insert on drizzle.__drizzle_migrations
      for each row execute function at_record()`)
}

async function describe(client: Client): Promise<unknown[]> {
  const { rows } = await client.query(`
    select c.relname, array_agg(a.attname order by a.attname) as columns,
      (select indisvalid from pg_index where indexrelid = c.oid) as valid
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relname <> 'steps'
    group by c.oid order by c.relname`)
  const books = await client.query('select title from books')
  return [...rows, ...books.rows]
}

test('a process killed at any step is followed by one that goes on, to the same schema', async () => {
  const whole = await givenEmptyDatabase()
  await dieAtStep(whole.client, 0)
  await migrateDatabase(whole.url, { folder })
  const expected = await describe(whole.client)
  expect(JSON.stringify(expected)).toContain('books_once')
  const { rows } = await whole.client.query('select last_value::int as steps from steps')

  expect(rows[0].steps).toBeGreaterThan(8)
  for (let number = 1; number <= rows[0].steps; number++) {
    const { url, client } = await givenEmptyDatabase()
    await dieAtStep(client, number)
    await expect(migrateDatabase(url, { folder })).rejects.toThrow(/terminat/)

    await migrateDatabase(url, { folder })

    expect([number, await describe(client)]).toEqual([number, expected])
    expect((await compareSchema(url, folder)).pending).toEqual([])
  }
})

test('an index that a crash left invalid is made again, and a valid one is kept', async () => {
  const { url, client } = await givenEmptyDatabase()
  const indexes = await givenMigrations({
    '0000_indexes': [
      `${outsideTransactionMark}\ncreate unique index concurrently "once" on books (title)`,
      'create index concurrently "kept" on books (title)',
    ],
  })
  await client.query("create table books (title text); insert into books values ('A'), ('A')")
  await expect(
    client.query('create unique index concurrently "once" on books (title)'),
  ).rejects.toThrow('could not create unique index')
  await client.query('truncate books; create index kept on books (title)')
  const kept = await client.query("select 'kept'::regclass::oid as oid")

  await migrateDatabase(url, { folder: indexes })

  const { rows } = await client.query(
    "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'books'::regclass order by 1",
  )
  expect(rows).toEqual([
    { name: 'kept', valid: true },
    { name: 'once', valid: true },
  ])
  expect((await client.query("select 'kept'::regclass::oid as oid")).rows).toEqual(kept.rows)
})

test('a concurrent index waits for a long query without holding anybody up', async () => {
  const { url, client, connect } = await givenEmptyDatabase()
  const index = await givenMigrations({
    '0000_index': [
      `${outsideTransactionMark}\ncreate index concurrently "titles" on books (title)`,
    ],
  })
  await client.query('create table books (title text)')
  const writer = await connect()
  await client.query('begin isolation level repeatable read; select from books')

  const migrating = migrateDatabase(url, { folder: index })
  await expect
    .poll(async () => {
      const { rows } = await writer.query(
        "select from pg_stat_activity where application_name = 'lyceum-migrate' and wait_event_type = 'Lock' and datname = current_database()",
      )
      return rows.length
    })
    .toBe(1)
  await writer.query("insert into books values ('Knots')")
  await client.query('commit')

  expect((await migrating)[0]).toBe('0000_index')
})

test('a file outside a transaction takes nothing that could not be repeated', async () => {
  const { url, client } = await givenEmptyDatabase()
  await client.query('create table books (title text)')
  const bad = await givenMigrations({
    '0000_bad': [`${outsideTransactionMark}\ninsert into books values ('Knots')`],
  })

  await expect(migrateDatabase(url, { folder: bad })).rejects.toThrow(
    'Outside a transaction, only `create index concurrently`',
  )
  expect((await client.query('select from books')).rows).toEqual([])
})
