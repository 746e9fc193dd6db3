import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOfPath } from '../../../../books/reading/page-key.ts'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenLearnerOf } from '../moves/test-support.ts'
import { completedAfterMove, type ImportedBook, importBook } from './test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

/** Paths of which many make the same keys: other pages' own, or numbered ones. */
const paths = [
  'a-b',
  'a/b',
  'a_b',
  'A-b',
  'a-b-2',
  'a/b/2',
  'c',
  'C',
  'c-2',
  'c/2',
  'd',
  'd/e',
  'd-e',
]

type Change = {
  kind: 'redirect' | 'rename' | 'merge' | 'add' | 'remove'
  page: number
  path: number
}

const change = fc.record<Change>({
  kind: fc.constantFrom('redirect', 'rename', 'merge', 'add', 'remove'),
  page: fc.nat(20),
  path: fc.nat(paths.length - 1),
})

/** A book as its author sees it: moves are told, and removed pages leave their places empty. */
class Book {
  /** Titles by path, which never change, and so tell pages apart. */
  readonly pages = new Map([
    ['a-b', 'Page 1'],
    ['c', 'Page 2'],
    ['d', 'Page 3'],
    ['e', 'Page 4'],
  ])
  readonly redirects = new Map<string, string>()
  /** Renames since the last state. */
  renames: [from: string, to: string][] = []
  /** Targets of this state's redirects. */
  #targets = new Set<string>()
  /** Titles of pages that were merged, by the title of the page that has them. */
  readonly merged = new Map<string, Set<string>>()
  /** Keys of each page at the paths that it had. */
  readonly #keys = new Map(
    [...this.pages].map(([path, title]) => [title, new Set([keyOfPath(path)])]),
  )
  /** Paths of removed or merged pages: a page that comes there counts as the same. */
  readonly #left = new Set<string>()
  /** Paths closed to new pages in this state, because a page was there before it. */
  #before = new Set(this.pages.keys())
  #count = this.pages.size

  begin(): void {
    this.#before = new Set(this.pages.keys())
    this.renames = []
    this.#targets = new Set()
  }

  change({ kind, page, path: index }: Change): void {
    const all = [...this.pages]
    const [from, title] = all[page % all.length] ?? []
    const [into, other] = all[index % all.length] ?? []
    const to = paths[index]
    if (from === undefined || title === undefined || to === undefined) return
    const isNew = !this.#before.has(from)
    if (kind === 'add') {
      if (!this.#isFree(to)) return
      this.#count += 1
      this.#place(to, `Page ${this.#count}`)
    } else if (isNew) return
    else if (kind === 'merge' && into !== undefined && other !== undefined && into !== from) {
      if (all.length < 3 || !this.#before.has(into)) return
      if (!this.#leave(from)) return
      this.redirects.set(from, into)
      this.#targets.add(into)
      this.merged.set(other, new Set([...this.#all(other), ...this.#all(title)]))
    } else if (kind === 'remove' && all.length > 2) this.#leave(from)
    else if ((kind === 'redirect' || kind === 'rename') && this.#isFree(to, from)) {
      if (kind === 'rename' && this.#targets.has(from)) return
      this.pages.delete(from)
      this.#place(to, title)
      if (kind === 'redirect') this.redirects.set(from, to)
      else this.renames.push([from, to])
    }
  }

  /** Returns titles of the pages that are completed where these were. */
  completed(titles: readonly string[]): string[] {
    const now = [...this.pages.values()].filter((title) =>
      [...this.#all(title)].some((it) => titles.includes(it)),
    )
    return now.sort()
  }

  #all(title: string): Set<string> {
    return new Set([title, ...(this.merged.get(title) ?? [])])
  }

  /** Returns false if another page has already come to a place of this one. */
  #leave(path: string): boolean {
    const titles = [...this.#all(this.pages.get(path) ?? '')]
    const keys = new Set(titles.flatMap((title) => [...(this.#keys.get(title) ?? [])]))
    if ([...this.pages.keys()].some((it) => it !== path && keys.has(keyOfPath(it)))) return false
    for (const key of keys) this.#left.add(key)
    this.pages.delete(path)
    return true
  }

  #place(path: string, title: string): void {
    this.pages.set(path, title)
    this.#keys.set(title, new Set([...(this.#keys.get(title) ?? []), keyOfPath(path)]))
    this.redirects.delete(path)
  }

  #isFree(path: string, except?: string): boolean {
    const key = keyOfPath(path)
    const others = [...this.pages.keys()].filter((it) => it !== except)
    return (
      !this.#before.has(path) && !this.#left.has(key) && !others.some((it) => keyOfPath(it) === key)
    )
  }
}

test('whatever a book goes through, pages keep their completions, and none gets those of another', async () => {
  const states = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), {
    minLength: 2,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(states, fc.nat(15), async (all, mask) => {
      const slug = `book-${randomUUID()}`
      const book = new Book()
      const publish = () =>
        importBook(api, Object.fromEntries(book.pages), {
          slug,
          redirects: Object.fromEntries(
            [...book.redirects].map(([from, to]) => [from, `${up(from)}${to}`]),
          ),
          renames: book.renames,
        })
      const first = await publish()
      const titles = [...first.titles.values()].filter((_, index) => ((mask >> index) & 1) === 1)
      const keys = [...first.titles].flatMap(([key, it]) => (titles.includes(it) ? [key] : []))
      const learner = await givenLearnerOf(api, first, keys)

      let last: ImportedBook = first
      for (const changes of all) {
        book.begin()
        for (const one of changes) book.change(one)
        last = await publish()
      }
      const to = await currentVersion(last.id)
      const found = await completedAfterMove(api, { mover: admin, learner }, { course: last, to })
      expect(found.sort()).toEqual(book.completed(titles))
    }),
    propertyRuns(6),
  )
})

/** Returns the way from a page's folder to the root of the book. */
function up(path: string): string {
  return '../'.repeat(path.split('/').length - 1)
}

async function currentVersion(courseId: string): Promise<number> {
  const { items } = await api.as(admin).versions.list.query({ courseId, limit: 1 })
  return items[0]?.number ?? 0
}
