import type { OwnTemplate } from '../../../../content/branding/branding.ts'
import { type FittedPart, readTemplate } from '../../../../content/branding/own-template.ts'
import { type FittedText, readPart, steps } from './template.ts'

const css = readPart('own-template.css')
/** Filled in as the list of the usual page is. */
const courses =
  '<span id="courses"></span>' +
  '<span data-text id="moreCourses" data-with="moreCourses"></span>' +
  '<template id="coursesRow"><span class="part">' +
  '<bdi data-text data-cell="title" dir="auto"></bdi></span></template>'

/** Sizes that are tried between the largest and the smallest of a text. */
const sizes = 8

/** Builds the page of a school's own template; its texts are filled in as those of any other. */
export function buildOwn(
  template: OwnTemplate,
  pageCss: string,
): { css: string; body: string; fitted: FittedText[] } {
  const { body, fitted } = readTemplate(template.html, elementOf)
  // The list shows by its first row.
  const shown = body.replaceAll('data-with="courses"', 'data-with="courses.0.title"')
  const styles = [css, template.css, pageCss].join('\n')
  return { css: styles, body: shown, fitted: fitted.map(fittedTextOf) }
}

function elementOf(name: string): string {
  if (name === 'qr')
    return '<a id="qrLink"><svg id="qr" role="img" shape-rendering="crispEdges"><path/></svg></a>'
  if (name === 'url')
    return (
      '<a id="urlLink" dir="ltr"><span data-text id="urlStart"></span>' +
      '<span data-text id="urlEnd"></span></a>'
    )
  if (name === 'courses') return courses
  return `<span data-text id="${name}" dir="${name === 'code' ? 'ltr' : 'auto'}"></span>`
}

/** Shrinks it on one line first, then on more. */
function fittedTextOf({ id, largestMm, smallestMm, lines }: FittedPart): FittedText {
  const step = (largestMm - smallestMm) / (sizes - 1)
  const all = Array.from({ length: sizes }, (_, index) => largestMm - index * step)
  const perLine = Math.ceil(sizes / lines)
  return {
    id,
    steps: Array.from({ length: lines }, (_, line) =>
      steps(all.slice(line * perLine, (line + 1) * perLine), line + 1),
    ).flat(),
  }
}
