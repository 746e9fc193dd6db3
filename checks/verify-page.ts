import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { stampOver } from '../server/adapters/pdf-printer/pdf/test-support.ts'
import { openBrowser } from './support/open-browser.ts'
import { listen, violationsOn } from './support/page-faults.ts'
import { report, reportNone, say } from './support/say.ts'
import { startVerifyWorld, type VerifyWorld } from './support/verify-world.ts'

/*
 * Opens the verification pages in a real browser, light and dark, phone and desktop width: no
 * accessibility violation (axe), no overflow, nothing from another host or against the policy.
 * Then types a code and chooses a PDF. The argument is the folder for the screenshots.
 */
const [, , screenshots = join(tmpdir(), 'lyceum-verify-pages')] = process.argv
const widths = [390, 1280]
const schemes = ['light', 'dark'] as const

await mkdir(screenshots, { recursive: true })
await using world = await startVerifyWorld()
await using opened = await openBrowser(world.folder)
await checkAppearance(opened.browser, world)
await checkUse(opened.browser, world)
say('screenshots', screenshots)

interface Look {
  name: string
  address: string
  width: number
  scheme: (typeof schemes)[number]
}

async function checkAppearance(browser: Browser, { baseUrl, codes }: VerifyWorld): Promise<void> {
  const addresses = {
    start: '/verify',
    ...Object.fromEntries(Object.entries(codes).map(([state, code]) => [state, `/verify/${code}`])),
    'unknown-file': `/verify?sha256=${'0'.repeat(64)}`,
    german: `/verify/${codes.superseded}`,
    arabic: `/verify/${codes.worldly}?lang=ar`,
    japanese: `/verify/${codes.valid}?lang=ja`,
  }
  for (const [name, address] of Object.entries(addresses)) {
    for (const width of widths) {
      for (const scheme of schemes)
        await checkOne({ name, address: baseUrl + address, width, scheme })
    }
  }

  async function checkOne({ name, address, width, scheme }: Look): Promise<void> {
    const page = await browser.newPage()
    const complaints = listen(page, baseUrl)
    await page.setViewport({ width, height: 844, deviceScaleFactor: width < 500 ? 2 : 1 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await page.setExtraHTTPHeaders({ 'accept-language': name === 'german' ? 'de' : 'en' })
    await page.goto(address, { waitUntil: 'networkidle0' })

    const violations = await violationsOn(page)
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    await page.screenshot({
      path: join(screenshots, `${name}-${width}-${scheme}.png`) as `${string}.png`,
      fullPage: true,
    })
    if (name === 'valid' && scheme === 'dark')
      await page.pdf({ path: join(screenshots, `printed-${width}.pdf`), format: 'A4' })
    const found = [
      ...violations,
      // The page itself may be a 404.
      ...complaints.filter((complaint) => !complaint.includes('404')),
      ...(overflow === 0 ? [] : [`${overflow} px too wide`]),
    ]
    reportNone(`${name}, ${width} px, ${scheme}`, found)
    await page.close()
  }
}

async function checkUse(
  browser: Browser,
  { baseUrl, codes, pdf, folder }: VerifyWorld,
): Promise<void> {
  for (const scripts of [true, false]) {
    const page = await browser.newPage()
    await page.setJavaScriptEnabled(scripts)
    await page.goto(`${baseUrl}/verify`)
    await page.type('input[name=code]', codes.valid.toLowerCase().replaceAll('-', ' '))
    await Promise.all([page.waitForNavigation(), page.click('button')])
    report(
      page.url() === `${baseUrl}/verify/${codes.valid}`,
      `a typed code, scripts ${scripts ? 'on' : 'off'}`,
      page.url(),
    )
    await page.close()
  }

  const changed = pdf.with(20, (pdf[20] ?? 0) ^ 1)
  const [same, different] = [join(folder, 'same.pdf'), join(folder, 'different.pdf')]
  await writeFile(same, pdf)
  await writeFile(different, changed)
  const added = join(folder, 'added.pdf')
  await writeFile(added, await stampOver(pdf))
  const page = await browser.newPage()
  const complaints = listen(page, baseUrl)
  const choose = async (file: string) => {
    const input = await page.waitForSelector('input[type=file]')
    await (input as unknown as { uploadFile(file: string): Promise<void> }).uploadFile(file)
  }
  const verdict = () =>
    page
      .waitForSelector('[role=status]:not(:empty)')
      .then((status) => status?.evaluate((element) => element.className) ?? 'none')

  await page.goto(`${baseUrl}/verify`)
  await Promise.all([page.waitForNavigation(), choose(same)])
  report(
    page.url() === `${baseUrl}/verify/${codes.valid}` && (await verdict()) === 'same',
    'a PDF, without its code',
    page.url(),
  )
  await choose(different)
  await page.waitForSelector('.different')
  report(
    (await verdict()) === 'different',
    'a changed PDF, at the page of its code',
    await verdict(),
  )
  await choose(added)
  await page.waitForSelector('.added')
  report(true, 'a stamped PDF, at the page of its code', await verdict())
  await choose(same)
  await page.waitForSelector('.same')
  report(true, 'and the right one again', await verdict())
  await page.goto(`${baseUrl}/verify`)
  await Promise.all([page.waitForNavigation(), choose(added)])
  report((await verdict()) === 'added', 'a stamped PDF, without its code', page.url())
  await page.goto(`${baseUrl}/verify`)
  await Promise.all([page.waitForNavigation(), choose(different)])
  report(
    (await page.title()).startsWith('This file is not'),
    'a changed PDF, without its code',
    await page.title(),
  )
  await page.goto(`${baseUrl}/verify/${codes.valid}`)
  await checkLink(page, `${baseUrl}/verify/${codes.valid}#same-${await sha256In(page)}`)
  const refused = complaints.filter((complaint) => !complaint.includes('404'))
  reportNone('blocked by the policy, or failed', refused)
  await page.close()
}

function sha256In(page: Page): Promise<string> {
  return page.$eval('.compare', (zone) => zone.getAttribute('data-sha256') ?? '')
}

/** No link makes the page claim that a file was compared: only the reader can choose one. */
async function checkLink(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'networkidle0' })
  const said = await page.$eval('[role=status]', (status) => status.textContent)
  report(said === '', 'a link that says a PDF was compared', said || 'nothing')
}
