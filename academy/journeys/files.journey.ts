import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { course } from './support/lesson.ts'
import { accessibilityFaults, expect, openAs, picture, settle, test } from './support/test.ts'

const megabyte = 1_000_000
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** Begins as WebM does: the server tells the type by the bytes. */
const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
  Buffer.alloc(40 * megabyte, 7),
])
const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nTake the end in your left hand.\n')

/** Chooses a file at the button, in the part of the page that it belongs to. */
async function choose(page: Page, label: string, file: { name: string; buffer: Buffer }) {
  const mimeType = ''
  await page
    .getByLabel(label, { exact: true })
    .first()
    .setInputFiles({ ...file, mimeType })
}

test('an author puts a video of 40 MB where it belongs, and renames and replaces files', async ({
  page,
}) => {
  const { author, courseId, path } = await course('Films of knots')
  const { lyceum } = author
  const { revision } = await lyceum.drafts.get.query({ courseId })
  const film = { courseId, revision, key: 'film', title: 'The film', type: 'video' as const }
  await lyceum.drafts.createLesson.mutate(film)
  const saved = page.getByText('Saved', { exact: true })

  await openAs(page, author, `${path}/lesson/film`)
  await expect(page.getByText('Up to 2 GB').first()).toBeVisible()
  // As a file on the disk: the bytes of a buffer would go through the browser's debugger.
  const onDisk = test.info().outputPath('Bowline.webm')
  await writeFile(onDisk, webm)
  await page.getByLabel('Add a video', { exact: true }).setInputFiles(onDisk)
  await expect(page.getByRole('progressbar', { name: 'files/bowline.webm' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'files/bowline.webm' })).toBeVisible()
  await choose(page, 'Add subtitles', { name: 'bowline.de.vtt', buffer: vtt })
  await expect(page.getByRole('textbox', { name: 'Language' })).toHaveValue('de')
  await expect(page.getByText('Take the end in your left hand.')).toBeVisible()
  await choose(page, 'Choose a file', { name: 'Poster.png', buffer: png })
  await expect(page.getByLabel('Picture before it plays', { exact: true })).toHaveValue(
    'img/poster.png',
  )
  await expect(saved).toBeVisible()
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'video-fields')
  expect(await lyceum.drafts.getLesson.query({ courseId, key: 'film' })).toMatchObject({
    video: {
      sources: [{ file: 'files/bowline.webm' }],
      captions: [{ language: 'de', label: null, file: 'files/bowline-de.vtt' }],
      poster: 'img/poster.png',
    },
  })

  await page.getByRole('link', { name: 'Files', exact: true }).click()
  const row = page.getByRole('row', { name: /img\/poster\.png/ })
  await expect(row).toContainText('Picture (PNG)')
  await expect(row).toContainText('70 bytes')
  await expect(row).toContainText('One place')
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'files')
  await row.click()
  const file = page.getByRole('dialog', { name: 'Files' })
  await expect(file.getByRole('link', { name: 'The film' })).toBeVisible()
  await picture(page, 'file')
  await choose(page, 'Replace', {
    name: 'other.png',
    buffer: Buffer.concat([png, Buffer.from('new')]),
  })
  await expect(file.getByText('73 bytes').first()).toBeVisible()
  await file.getByRole('button', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename' })
  await rename.getByLabel('New path').fill('img/still.png')
  await picture(page, 'rename')
  await rename.getByRole('button', { name: 'Save the path' }).click()
  await expect(page.getByText('Renamed, also in the one place that names it.')).toBeVisible()
  await expect(page.getByRole('row', { name: /img\/still\.png/ })).toBeVisible()
  expect(await lyceum.drafts.getLesson.query({ courseId, key: 'film' })).toMatchObject({
    video: { poster: 'img/still.png' },
  })
})

test('a cover, a logo and a signature are taken where they are asked for', async ({ page }) => {
  const { author, courseId, path } = await course('Marks of a school')
  await openAs(page, author, `${path}/settings`)
  const fieldOf = (label: string) =>
    page
      .locator('div:has(> label)')
      .filter({ has: page.getByLabel(label, { exact: true }) })
      .last()
      .locator('input[type=file]')
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
  const logo = { name: 'Logo.svg', buffer: Buffer.from(svg), mimeType: 'image/svg+xml' }

  await fieldOf('Cover').setInputFiles({ name: 'Cover.png', buffer: png, mimeType: 'image/png' })
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await fieldOf('Another logo').setInputFiles(logo)
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByLabel('Logo', { exact: true })).toHaveValue('picture')
  await page.getByRole('button', { name: 'Add a signature' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByLabel('Position').fill('Dean')
  await page.getByLabel('Handwritten signature').selectOption('img/logo.svg')
  await page.getByRole('button', { name: 'Save the signatures' }).click()
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'certificate-fields')
  expect(await author.lyceum.authoring.get.query({ courseId })).toMatchObject({
    cover: 'img/cover.png',
    certificate: { logo: 'picture', signatures: [{ name: 'Ada Lovelace', hasImage: true }] },
  })
})
