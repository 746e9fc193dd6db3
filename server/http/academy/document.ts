import { readFileSync } from 'node:fs'
import { Html, html } from '../../../lib/html.ts'
import type { Config } from '../../config/config.ts'
import { logoUrlOf } from '../../features/people/site/site-config.ts'
import { type AcademyLanguage, academyWords } from '../../texts/academy.ts'
import { legalLinksOf } from '../../texts/legal.ts'
import { directionOf } from '../../texts/texts.ts'
import type { PublicPage } from './public-pages.ts'

const shellStyle = readFileSync(new URL('shell.css', import.meta.url), 'utf8')

/** Returns the styles that stand in the document itself: they paint it before anything else came. */
export function stylesOf({ brand }: Pick<Config, 'brand'>): string[] {
  // The sheet stands in the body, after those of pages, which would decide the order of layers.
  const layers = '@layer properties,theme,base,components,utilities;'
  // Wins over the default of app.css, which comes later.
  return [layers + shellStyle, `html:root{--school:${brand.color}}`]
}

interface Shown {
  config: Config
  language: AcademyLanguage
  page: PublicPage
}

/** Fills the built document: what the page is, and what of it shows before the script is there. */
export function documentOf(index: string, shown: Shown): string {
  const { language } = shown
  const [sheet = ''] = index.match(/<link rel="stylesheet"[^>]*>/) ?? []
  return index
    .replace(sheet, '')
    .replace('<html lang="en">', `<html lang="${language}" dir="${directionOf(language)}">`)
    .replace(/<title>.*<\/title>/, () => headOf(shown).source)
    .replace('<div id="root"></div>', () => `<div id="root">${shellOf(shown).source}</div>${sheet}`)
}

function headOf({ config, language, page }: Shown): Html {
  const { brand, publicUrl } = config
  const { title, description = academyWords[language].about(brand.name), path } = page
  const full = title === undefined ? brand.name : `${title} · ${brand.name}`
  const url = path === undefined ? undefined : `${publicUrl}${path}`
  const image = page.picture ?? logoUrlOf(config)
  const properties = [
    ['og:site_name', brand.name],
    ['og:type', 'website'],
    ['og:title', title ?? brand.name],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image ?? undefined],
    ['og:locale', (page.language ?? language).replace('-', '_')],
  ].flatMap(([name, content]) =>
    content === undefined ? [] : [html`<meta property="${name}" content="${content}">\n`],
  )
  return html`<title>${full}</title>
<meta name="application-name" content="${brand.name}">
<meta name="description" content="${description}">
<meta name="theme-color" content="${brand.color}">
<link rel="manifest" href="/app.webmanifest">
<link rel="apple-touch-icon" href="/icon-maskable.svg">
${url === undefined ? html`<meta name="robots" content="noindex">` : html`<link rel="canonical" href="${url}">\n${properties}`}
<meta name="twitter:card" content="${page.picture === undefined ? 'summary' : 'summary_large_image'}">
${page.about && linkedData(page.about)}${stylesOf(config).map((one) => new Html(`<style>${one}</style>\n`))}`
}

/** Writes data, which browsers never run; no text in it can end its element. */
function linkedData(about: object): Html {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...about })
  return new Html(
    `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>\n`,
  )
}

/** Returns what stands where the app will be: its header, the title, and who is responsible. */
function shellOf({ config, language, page }: Shown): Html {
  const { brand } = config
  const words = academyWords[language]
  // Whoever is signed in finds the catalogue at the address of the first page.
  const { title, description, language: lang = language } = page.path === '/' ? {} : page
  const legal = legalLinksOf(brand, [language])
  const inLang = html`lang="${lang}" dir="auto"`
  return html`<div class="shell">
<header><div><a href="/"><img src="${logoUrlOf(config) ?? '/favicon.ico'}" alt=""><bdi>${brand.name}</bdi></a></div></header>
<main aria-busy="true">
${title && html`<h1 ${inLang}>${title}</h1>`}${title && description && html`<p ${inLang}>${description}</p>`}
<noscript><p>${words.noScript}</p></noscript>
<div class="bones" aria-hidden="true"><i></i><i></i><i></i></div>
<p class="late">${words.late} <a href="">${words.reload}</a></p>
</main></div>${legal.length === 0 ? undefined : html`<footer class="shell-legal">${legal}</footer>`}`
}
