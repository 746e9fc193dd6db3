import { type MadeBook, type MadePage, paragraphOf, pick, type Random } from './made-book.ts'

const fewestPages = 90

/** One state of a book, and whether readers or their progress notice the change. */
export interface BookChange {
  book: MadeBook
  changesContent: boolean
}

/** The next state of a book: some pages better, and now and then one moved, merged or gone. */
export function changeBook(before: MadeBook, random: Random): BookChange {
  const book = copyOf(before)
  const kind = random()
  if (kind < 0.15) {
    book.theme += 1
    return { book, changesContent: false }
  }
  if (kind < 0.25) movePage(book, random, { isTold: true })
  else if (kind < 0.28) movePage(book, random, { isTold: false })
  else if (kind < 0.31) mergePages(book, random)
  else if (kind < 0.33) removePage(book, pick(random, book.pages))
  else if (kind < 0.36) addPage(book, random)
  else if (kind < 0.41) changePicture(book, random)
  else for (let count = 0; count <= random() * 3; count++) editPage(book, random)
  return { book, changesContent: true }
}

function copyOf({ pages, redirects, pictures, theme }: MadeBook): MadeBook {
  return {
    pages: pages.map((page) => ({ ...page, paragraphs: [...page.paragraphs] })),
    redirects: new Map(redirects),
    pictures: new Map(pictures),
    theme,
  }
}

function editPage({ pages }: MadeBook, random: Random): void {
  const page = pick(random, pages)
  page.paragraphs[Math.floor(random() * page.paragraphs.length)] = paragraphOf(random)
}

function changePicture({ pictures }: MadeBook, random: Random): void {
  const number = pick(random, [...pictures.keys()])
  pictures.set(number, (pictures.get(number) ?? 0) + 1)
}

/** Keeps paths unique, so that only redirects can say what moved. */
let paths = 0

function movePage(book: MadeBook, random: Random, { isTold }: { isTold: boolean }): void {
  const page = pick(random, book.pages)
  const from = page.path
  page.path = newPath(from)
  if (isTold) book.redirects.set(from, page.path)
}

/** Returns a path in the folder of another page, which keeps the shape of the contents. */
function newPath(path: string): string {
  paths += 1
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  return `${folder}moved-${paths}`
}

function mergePages(book: MadeBook, random: Random): void {
  const [page, into] = [pick(random, book.pages), pick(random, book.pages)]
  if (page === into || book.pages.length <= fewestPages) editPage(book, random)
  else {
    into.paragraphs.push(page.paragraphs[0] ?? '')
    book.redirects.set(page.path, into.path)
    removePage(book, page)
  }
}

function removePage(book: MadeBook, page: MadePage): void {
  if (book.pages.length > fewestPages) book.pages.splice(book.pages.indexOf(page), 1)
}

function addPage(book: MadeBook, random: Random): void {
  paths += 1
  const paragraphs = [paragraphOf(random), paragraphOf(random)]
  const path = `added-${paths}`
  const page = { id: 10_000 + paths, path, paragraphs, listings: [] }
  book.pages.push({ ...page, picture: undefined, minutes: undefined })
}
