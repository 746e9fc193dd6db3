import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserCandidates } from '../../server/adapters/pdf-printer/browser/browser-candidates.ts'
import { openDemo } from '../support/place.ts'
import { root } from '../support/programs.ts'
import { say } from '../support/say.ts'
import { until } from '../support/until.ts'

/*
 * Builds the academy, serves it as `npm start` does, and has Playwright walk through it: see
 * academy/journeys. Arguments go to Playwright, such as the name of a journey;
 * SCREENSHOTS is the folder for pictures. `--pictures` renews those of the documents.
 */
const documented = ['catalog-light', 'course-light', 'lesson-light', 'desk-report-light']
const renews = process.argv.includes('--pictures')
const chosen = process.argv.slice(2).filter((argument) => argument !== '--pictures')
const screenshots = process.env.SCREENSHOTS ?? join(tmpdir(), 'lyceum-academy')
await mkdir(screenshots, { recursive: true })
await using demo = await openDemo('academy', { ACADEMY: 'on', MEDIA_STORAGE: 'folder' })
await until('the academy is there', async () =>
  (await (await fetch(demo.baseUrl)).text()).includes('id="root"'),
)

const [candidate] = await browserCandidates(
  process.env.CHROMIUM_PATH,
  join(demo.folder, 'browsers'),
)
await mkdir(join(demo.folder, 'browsers'))
const browser = await candidate?.prepare()
const journeys = join(root, 'academy/journeys')
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    join(journeys, 'playwright.config.ts'),
    ...chosen,
  ],
  {
    cwd: journeys,
    stdio: 'inherit',
    env: {
      ...process.env,
      ACADEMY_URL: demo.baseUrl,
      SCREENSHOTS: screenshots,
      ...(browser && { CHROMIUM_PATH: browser.path }),
      ...(browser?.libraryPath !== undefined && { LD_LIBRARY_PATH: browser.libraryPath }),
    },
  },
)
const [code] = await once(child, 'exit')
say('screenshots', screenshots)
if (code !== 0) process.exitCode = 1
else if (renews)
  for (const name of [...documented, 'completion', 'impact'])
    await copyFile(
      join(screenshots, `${name}.png`),
      join(root, 'docs/images', `academy-${name.replace('-light', '')}.png`),
    )
