import { expect, test } from 'vitest'
import { mistakesOf, readTree } from '../formats/test-support.ts'

const bookWith = (pictures: string[]) => ({
  'book.toml': '[book]\ntitle = "Knots"\n',
  'src/SUMMARY.md': '- [Loops](loops.md)\n',
  'src/loops.md': `# Loops\n\nPull.\n\n${pictures.map((path) => `![It](${path})\n`).join('')}`,
})
const [one, other] = [Buffer.from('89504e470d0a1a0a01', 'hex'), Buffer.from('89504e470d0a1a0a02')]

test('a file and a folder that differ in case only are a mistake, whichever is named first', async () => {
  const files = { 'src/img/a/b.png': one, 'src/img/a/c.png': one, 'src/IMG/A': other }

  expect(
    await mistakesOf({ ...bookWith(['img/a/b.png', 'img/a/c.png', 'IMG/A']), ...files }),
  ).toEqual([
    'src/loops.md:7: "IMG/A" is the folder of img/a/c.png: give one of them a different name',
  ])
  expect(await mistakesOf({ ...bookWith(['IMG/A', 'img/a/b.png']), ...files })).toEqual([
    'src/loops.md:6: "img/a/b.png" lies in a folder with the name of the file IMG/A: give one of ' +
      'them a different name',
  ])
})

test('a file beside the book and one in its own folder "repository" are not one file', async () => {
  const tree = { ...bookWith(['../a.png', 'repository/a.png']), 'a.png': one }

  expect(await mistakesOf({ ...tree, 'src/repository/a.png': other })).toEqual([
    'src/loops.md:6: "src/repository/a.png" would get the same path in the course as "a.png": ' +
      'rename one',
  ])
  const { files } = await readTree({ ...tree, ...bookWith(['../a.png', '../x/../a.png']) })
  expect(files.map(({ path }) => path)).toEqual(['repository/a.png'])
})
