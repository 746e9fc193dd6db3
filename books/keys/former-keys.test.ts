import { describe, expect, test } from 'vitest'
import { mistakesOf, readTree } from '../formats/test-support.ts'
import type { PreviousCourse } from '../reading/types.ts'

/** Makes a book with a page for each path, titled by the path unless given. */
function book(
  pages: readonly string[],
  {
    redirects = {},
    titles = {},
  }: {
    redirects?: Record<string, string>
    titles?: Record<string, string>
  } = {},
): Record<string, string> {
  const table = Object.entries(redirects).map(([from, to]) => `"${from}" = "${to}"`)
  return {
    'book.toml': `[book]\ntitle = "Ropes"\n[output.html.redirect]\n${table.join('\n')}\n`,
    'src/SUMMARY.md': pages.map((path) => `- [${path}](<${path}.md>)`).join('\n'),
    ...Object.fromEntries(
      pages.map((path) => [`src/${path}.md`, `# ${titles[path] ?? path}\n\nText of ${path}.\n`]),
    ),
  }
}

function previous(
  keys: readonly string[],
  { renames = [], formerKeys = [] }: Partial<PreviousCourse> = {},
): { previous: PreviousCourse } {
  return { previous: { lessons: keys.map((key) => ({ key, title: key })), formerKeys, renames } }
}

async function formerKeysIn(...input: Parameters<typeof readTree>) {
  const { lessons, warnings, suggestions } = await readTree(...input)
  const keys = [...lessons.values()].map(({ key, formerKeys = [] }) => [key, formerKeys])
  return { keys: Object.fromEntries(keys), warnings, suggestions }
}

describe("a page's key", () => {
  test('is its path in the book, so that pages of the same name differ', async () => {
    const { keys } = await formerKeysIn(book(['loops/intro', 'hitches/intro', 'Two Ropes']))

    expect(Object.keys(keys)).toEqual(['loops-intro', 'hitches-intro', 'two-ropes'])
  })
})

describe("the author's redirects", () => {
  test('give a page the keys that it had', async () => {
    const redirects = { '/old.html': 'new.html', '/deep/old.html': '../new.html' }
    const { keys } = await formerKeysIn(book(['new', 'other'], { redirects }))

    expect(keys).toEqual({ new: ['deep-old', 'old'], other: [] })
  })

  test('that name the last of several names count for the earlier ones', async () => {
    const { keys } = await formerKeysIn(
      book(['d'], { redirects: { '/c.html': 'd.html' } }),
      previous(['c'], {
        formerKeys: [
          { key: 'b', formerKey: 'a' },
          { key: 'c', formerKey: 'b' },
        ],
      }),
    )

    expect(keys).toEqual({ d: ['c', 'a', 'b'] })
  })

  test('of a part of a page do not move the page', async () => {
    const redirects = { '/old.html#part': 'other.html', '/old.html': 'new.html' }
    const { keys } = await formerKeysIn(book(['new', 'other'], { redirects }))

    expect(keys).toEqual({ new: ['old'], other: [] })
  })

  test('are followed to the end', async () => {
    const redirects = { '/a.html': 'b.html', '/b.html': '/c.html#part', '/c.html': './d/' }
    const { keys } = await formerKeysIn(book(['d/README'], { redirects }))

    expect(keys).toEqual({ 'd-readme': ['a', 'b', 'c'] })
  })

  test('that run in a circle, lead nowhere or lead outside rename nothing', async () => {
    const redirects = {
      '/a.html': 'b.html',
      '/b.html': 'a.html',
      '/c.html': 'gone.html',
      '/d.html': 'https://ropes.example/page.html',
    }
    const { keys, warnings } = await formerKeysIn(book(['page'], { redirects }))

    expect(keys).toEqual({ page: [] })
    expect(warnings).toEqual([
      'book.toml:4: "a" is redirected in a circle: name the page that it is now',
      'book.toml:5: "b" is redirected in a circle: name the page that it is now',
      'book.toml:6: "c" is redirected to "gone", which is no page of this book: correct it',
    ])
  })

  test('of several pages to one merge them, and say so', async () => {
    const redirects = { '/a.html': 'c.html', '/b.html': 'c.html' }
    const { keys, warnings } = await formerKeysIn(book(['c'], { redirects }))

    expect(keys).toEqual({ c: ['a', 'b'] })
    expect(warnings).toEqual([
      'book.toml:4: "a", "b" are merged in the lesson "c": ' +
        'learners who completed one of them have completed it',
    ])
  })

  test('never give away the key of a page that is still there', async () => {
    const { keys, warnings } = await formerKeysIn(
      book(['a', 'b'], { redirects: { '/a.html': 'b.html', '/b.html': 'a.html' } }),
    )

    expect(keys).toEqual({ a: [], b: [] })
    expect(warnings[0]).toBe(
      'book.toml:4: "a" is a page of this book: it keeps its key, and its redirect is not followed',
    )
  })
})

describe('keys.yaml', () => {
  test('names what no redirect says, over several renames', async () => {
    const { keys } = await formerKeysIn({
      ...book(['c', 'd']),
      'keys.yaml': 'a: b\nb: c\nold-d: d\n',
    })

    expect(keys).toEqual({ c: ['a', 'b'], d: ['old-d'] })
  })

  test('yields to a redirect, and says so', async () => {
    const { keys, warnings } = await formerKeysIn({
      ...book(['c', 'd'], { redirects: { '/a.html': 'c.html' } }),
      'keys.yaml': 'a: d\n',
    })

    expect(keys).toEqual({ c: ['a'], d: [] })
    expect(warnings).toEqual(['keys.yaml:1: the redirects say that "a" is "c": they count'])
  })

  test('shows all its mistakes by their lines', async () => {
    const mistakes = await mistakesOf({
      ...book(['bowline', 'hitch']),
      'keys.yaml': 'old: bowlin\nhitch: bowline\nx: y\ny: x\nNo Key: hitch\n',
    })

    expect(mistakes).toEqual([
      'keys.yaml:1: there is no lesson with the key "bowlin": did you mean bowline?',
      'keys.yaml:2: "hitch" is the key of a lesson: remove this line, or rename its file',
      'keys.yaml:3: "x" leads back to itself: name the lesson that it is now',
      'keys.yaml:4: "y" leads back to itself: name the lesson that it is now',
      'keys.yaml:5: this key must be lower-case letters, digits and single dashes, ' +
        'like getting-started',
    ])
  })
})

describe('renames in the history', () => {
  const renamed = (from: string, to: string) => ({ from: `src/${from}.md`, to: `src/${to}.md` })

  test('give a page the key of the published page that it was, over several steps', async () => {
    const renames = [renamed('a', 'b'), renamed('b', 'deep/c')]
    const { keys } = await formerKeysIn(book(['deep/c', 'd']), previous(['a', 'd'], { renames }))

    expect(keys).toEqual({ 'deep-c': ['a'], d: [] })
  })

  test('from before the published state count no more', async () => {
    // a became b and a new a was written before that state; then the new a became c.
    const renames = [renamed('a', 'b'), renamed('a', 'c')]
    const { keys } = await formerKeysIn(book(['b', 'c']), previous(['a', 'b'], { renames }))

    expect(keys).toEqual({ b: [], c: ['a'] })
  })

  test('of two pages that swapped their names change no key', async () => {
    const renames = [renamed('a', 't'), renamed('b', 'a'), renamed('t', 'b')]
    const { keys } = await formerKeysIn(book(['a', 'b']), previous(['a', 'b'], { renames }))

    expect(keys).toEqual({ a: [], b: [] })
  })

  test('of a page that was divided name the part that git takes for it', async () => {
    const renames = [renamed('a', 'a1')]
    const { keys } = await formerKeysIn(book(['a1', 'a2']), previous(['a'], { renames }))

    expect(keys).toEqual({ a1: ['a'], a2: [] })
  })

  test('yield to what the author says', async () => {
    const files = book(['b', 'c'], { redirects: { '/a.html': 'c.html' } })
    const renames = [renamed('a', 'b')]
    const { keys } = await formerKeysIn(files, previous(['a'], { renames }))

    expect(keys).toEqual({ b: [], c: ['a'] })
  })
})

describe('titles', () => {
  test('only suggest renames, and only where they are unique', async () => {
    const titles = { b: 'a', d: 'twin', e: 'twin' }
    const { keys, suggestions } = await formerKeysIn(
      book(['b', 'd', 'e'], { titles }),
      previous(['a', 'twin']),
    )

    expect(keys).toEqual({ b: [], d: [], e: [] })
    expect(suggestions).toEqual([{ from: 'a', to: 'b', title: 'a' }])
  })

  test('suggest a line that keys.yaml takes, also for a page whose key was taken', async () => {
    const files = book(['a', 'b'], { titles: { a: 'gone' } })
    const before = previous(['b', 'gone'], { formerKeys: [{ key: 'b', formerKey: 'a' }] })
    const { keys, suggestions = [] } = await formerKeysIn(files, before)
    const lines = suggestions.map(({ from, to }) => `${from}: ${to}\n`).join('')
    const followed = await formerKeysIn({ ...files, 'keys.yaml': lines }, before)

    expect(keys).toEqual({ 'a-2': [], b: [] })
    expect(followed.keys).toEqual({ 'a-2': ['gone'], b: [] })
  })

  test('of lessons that are renamed already suggest nothing', async () => {
    const files = book(['b'], { titles: { b: 'a' }, redirects: { '/a.html': 'b.html' } })
    const { suggestions } = await formerKeysIn(files, previous(['a']))

    expect(suggestions).toEqual([])
  })
})

describe('a key of earlier versions', () => {
  const formerKeys = [{ key: 'b', formerKey: 'a' }]

  test('stays with its lesson when a new page comes to the old place', async () => {
    const { keys } = await formerKeysIn(book(['a', 'b']), previous(['b'], { formerKeys }))

    expect(Object.keys(keys)).toEqual(['a-2', 'b'])
    const again = await formerKeysIn(book(['a', 'b']), previous(['a-2', 'b'], { formerKeys }))
    expect(Object.keys(again.keys)).toEqual(['a-2', 'b'])
  })

  test('comes back with the page when its rename is taken back', async () => {
    const { keys } = await formerKeysIn(book(['a']), previous(['b'], { formerKeys }))

    expect(keys).toEqual({ a: [] })
  })

  test('is not given to another lesson by a later redirect', async () => {
    const files = book(['b', 'c'], { redirects: { '/a.html': 'c.html' } })
    const { keys, warnings } = await formerKeysIn(files, previous(['b'], { formerKeys }))

    expect(keys).toEqual({ b: [], c: [] })
    expect(warnings).toEqual([
      'book.toml:4: "a" was the key of the lesson "b" in an earlier version: ' +
        'it does not become "c"',
    ])
  })

  test('follows the redirect of an earlier name, when the author forgot the later one', async () => {
    const files = book(['c'], { redirects: { '/a.html': 'c.html' } })
    const { keys } = await formerKeysIn(files, previous(['b'], { formerKeys }))

    expect(keys).toEqual({ c: ['b', 'a'] })
  })

  test('of a lesson that was merged is its own again when its page comes back', async () => {
    const merged = [{ key: 'b', formerKey: 'a', wasJoined: true }]
    const { keys } = await formerKeysIn(book(['a', 'b']), previous(['b'], { formerKeys: merged }))

    expect(keys).toEqual({ a: [], b: [] })
  })
})

describe('pages whose paths make the same key', () => {
  /** Makes a published course, with the path of each lesson's page. */
  const published = (pages: Record<string, string>, renames: PreviousCourse['renames'] = []) => ({
    previous: {
      lessons: Object.entries(pages).map(([key, page]) => ({ key, page, title: key })),
      formerKeys: [],
      renames,
    },
  })

  test('are told apart when one has moved and the other is new', async () => {
    const files = book(['a/b', 'c'], { redirects: { '/a-b.html': 'c.html' } })
    const { keys, warnings } = await formerKeysIn(files, published({ 'a-b': 'a-b' }))

    expect(keys).toEqual({ 'a-b-2': [], c: ['a-b'] })
    expect(warnings).toEqual([])
  })

  test('keep their keys in the imports that follow', async () => {
    const files = book(['a/b', 'c'], { redirects: { '/a-b.html': 'c.html' } })
    const { keys, warnings } = await formerKeysIn(files, published({ 'a-b-2': 'a/b', c: 'c' }))

    expect(keys).toEqual({ 'a-b-2': [], c: ['a-b'] })
    expect(warnings).toEqual([])
  })

  test('are told apart by the history of the repository', async () => {
    const renames = [{ from: 'src/a-b.md', to: 'src/c.md' }]
    const { keys } = await formerKeysIn(book(['a/b', 'c']), published({ 'a-b': 'a-b' }, renames))

    expect(keys).toEqual({ 'a-b-2': [], c: ['a-b'] })
  })

  test('are told apart by a line of keys.yaml, which may stay', async () => {
    const files = { ...book(['a/b', 'c']), 'keys.yaml': 'a-b: c\n' }
    const { keys } = await formerKeysIn(files, published({ 'a-b': 'a-b' }))
    const again = await formerKeysIn(files, published({ 'a-b-2': 'a/b', c: 'c' }))

    expect(keys).toEqual({ 'a-b-2': [], c: ['a-b'] })
    expect(again.keys).toEqual(keys)
  })

  test('are one page where nothing says otherwise', async () => {
    const { keys } = await formerKeysIn(book(['a/b']), published({ 'a-b': 'a-b' }))

    expect(keys).toEqual({ 'a-b': [] })
  })

  test('are one page where a redirect says so, whatever is merged with it', async () => {
    const redirects = { '/a-b.html': 'a/b.html', '/x.html': 'a/b.html' }
    const { keys } = await formerKeysIn(
      book(['a/b'], { redirects }),
      published({ 'a-b': 'a-b', x: 'x' }),
    )

    expect(keys).toEqual({ 'a-b': ['x'] })
  })

  test('are two where a page from elsewhere comes to the place of one that is gone', async () => {
    const redirects = { '/x.html': 'a/b.html' }
    const { keys } = await formerKeysIn(
      book(['a/b'], { redirects }),
      published({ 'a-b': 'a-b', x: 'x' }),
    )

    expect(keys).toEqual({ 'a-b-2': ['x'] })
  })

  test('a redirect of one that was never published takes no key of the other', async () => {
    const files = book(['a/b', 'c'], { redirects: { '/a-b.html': 'c.html' } })
    const before = published({ 'a-b': 'a/b', c: 'c' })
    const gone = book(['c'], { redirects: { '/a-b.html': 'c.html' } })

    expect((await formerKeysIn(files, before)).keys).toEqual({ 'a-b': [], c: [] })
    expect((await formerKeysIn(gone, before)).keys).toEqual({ c: [] })
  })

  test('in a first import the page keeps its key, and the redirect is named', async () => {
    const files = book(['a/b', 'c'], { redirects: { '/a-b.html': 'c.html' } })
    const { keys, warnings } = await formerKeysIn(files)

    expect(keys).toEqual({ 'a-b': [], c: [] })
    expect(warnings).toEqual([
      'book.toml:4: "a-b" makes the key "a-b" of another page: its redirect is not followed',
    ])
  })

  test('a redirect that only changes how a path is written is no cause for a warning', async () => {
    const { keys, warnings } = await formerKeysIn(
      book(['Ropes', 'old'], { redirects: { '/ropes.html': 'Ropes.html' } }),
    )

    expect(keys).toEqual({ ropes: [], old: [] })
    expect(warnings).toEqual([])
  })
})

describe('a key with a number', () => {
  const lessons = [
    { key: 'a-2', page: 'a', title: 'A' },
    { key: 'c', page: 'c', title: 'C' },
  ]
  const before = {
    previous: { lessons, formerKeys: [{ key: 'c', formerKey: 'a' }], renames: [] },
  }

  test('follows the redirect of its page', async () => {
    const files = book(['c', 'd'], { redirects: { '/a.html': 'd.html' } })
    const { keys, warnings } = await formerKeysIn(files, before)

    expect(keys).toEqual({ c: [], d: ['a-2'] })
    expect(warnings).toEqual([])
  })

  test('follows the history of its page', async () => {
    const renames = [{ from: 'src/a.md', to: 'src/d.md' }]
    const { keys } = await formerKeysIn(book(['c', 'd']), {
      previous: { ...before.previous, renames },
    })

    expect(keys).toEqual({ c: [], d: ['a-2'] })
  })

  test('is as long as a key may be', async () => {
    const path = `${'a'.repeat(198)}/b`
    const key = `${'a'.repeat(198)}-b`
    const { keys } = await formerKeysIn(
      book([path, 'c'], { redirects: { [`/${key}.html`]: 'c.html' } }),
      {
        previous: {
          lessons: [{ key, page: key, title: 'A' }],
          formerKeys: [],
          renames: [],
        },
      },
    )

    expect(keys).toEqual({ [`${'a'.repeat(198)}-2`]: [], c: [key] })
  })

  test('is not taken by a new page that makes it', async () => {
    const { keys } = await formerKeysIn(book(['a', 'a-2', 'c']), before)

    expect(keys).toEqual({ 'a-2': [], 'a-2-2': [], c: [] })
  })
})

test('a key that an author chose stays with its page', async () => {
  const lessons = [{ key: 'reef-knot', page: 'loops/reef', title: 'Reef' }]
  const { keys } = await formerKeysIn(book(['loops/reef']), {
    previous: { lessons, formerKeys: [], renames: [] },
  })

  expect(keys).toEqual({ 'reef-knot': [] })
})
