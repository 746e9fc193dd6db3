import { expect, test } from 'vitest'
import { assembleTemplate, filesOfTemplate, findTemplateFault } from './own-template.ts'

const needed = '{{name}} {{course}} {{date}} {{code}} {{qr}}'

test('a template is its HTML with the pictures that it names, and the CSS beside it', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const html = `<p>${needed}</p><img src="pictures/seal.svg" alt="">`
  const names = ['brand/page.css', 'brand/pictures/seal.svg']
  expect(filesOfTemplate('brand/page.html', html)).toEqual(names)

  const files = new Map(names.map((name, index) => [name, Buffer.from(index === 0 ? 'p {}' : svg)]))
  const url = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  const template = { html: html.replace('pictures/seal.svg', url), css: 'p {}' }
  expect(assembleTemplate('brand/page.html', html, files)).toEqual({ template })
  expect(assembleTemplate('brand/page.html', template.html, files)).toEqual({ template })
  expect(assembleTemplate('brand/page.html', html, new Map())).toEqual({
    fault: 'names the picture pictures/seal.svg, which is not there',
  })
})

test.each([
  ['lacks {{qr}}', needed.replace('{{qr}}', '')],
  ['has {{name}} twice', `${needed} {{name}}`],
  ['has {{secret}}', `${needed} {{secret}}`],
  ['within a tag', `${needed.replace('{{name}}', '')}<p class="{{name}}">`],
  ['has <script>', `${needed}<script>alert(1)</script>`],
  ['has <iframe>', `${needed}<iframe src="https://evil.example"></iframe>`],
  ['has <svg', `${needed}<svg/onload=alert(1)>`],
  ['has <IMG', `${needed}<IMG SRC="https://evil.example/a.png">`],
  ['has <!--', `${needed}<!-- <p> -->`],
  ['has <p', `${needed}<p class=a>`],
  ['has onclick', `${needed}<p onclick="alert(1)">`],
  ['has style', `${needed}<p style="color: red">`],
  ['has id', `${needed}<p id="name">`],
  ['has href', `${needed}<p href="https://evil.example">`],
  ['has a picture that is no file', `${needed}<img src="data:text/html;base64,AAAA">`],
  ['has a picture that is no file', `${needed}<img src="https://evil.example/a.png">`],
  ['has data-fit', `${needed}<p data-fit="5 17">`],
  ['has data-with', `${needed}<p data-with="qr">`],
  ['has a control character', `${needed}\0`],
])('is refused if it %s: %s', (fault, html) => {
  expect(findTemplateFault({ html, css: '' })).toContain(fault)
})

test.each([
  '@import "https://evil.example/a.css";',
  '@font-face { font-family: a; src: local(a) }',
  'p { background: url(https://evil.example/a.png) }',
  'p { background: URL ("data:image/png;base64,AA") }',
  'p { background: image-set("a.png" 1x) }',
  'p { background: \\75rl(a.png) }',
  '</style><script>alert(1)</script>',
])('is refused if its CSS could load anything or end: %s', (css) => {
  expect(findTemplateFault({ html: needed, css })).toContain('in its CSS')
})

test.each([
  ['named in many places', () => 'a.svg'],
  ['of many names', (index: number) => `${index}.svg`],
])('is refused before it is put together if it has too many pictures, %s', (_, nameOf) => {
  const pictures = Array.from({ length: 50_000 }, (_, at) => `<img src="${nameOf(at)}" alt="">`)
  const html = needed + pictures.join('')
  const names = filesOfTemplate('page.html', html)
  expect(names.length).toBeLessThanOrEqual(21)
  const large = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(400_000)}</svg>`)
  const files = new Map(names.map((name) => [name, large]))
  const fault = 'has 50000 pictures: at most 20 fit'
  expect(assembleTemplate('page.html', html, files)).toEqual({ fault })
})

test('is refused if it is larger than 1 MB', () => {
  expect(findTemplateFault({ html: needed + ' '.repeat(1_000_000), css: '' })).toContain('1 MB')
})
