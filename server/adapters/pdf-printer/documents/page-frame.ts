import type { BodyFont } from '../fonts/fonts.ts'

/**
 * A page around its body. Nothing in it comes from a learner or a buyer, and its own policy forbids
 * it to load anything.
 */
export function framePage(font: BodyFont, look: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'">
<title></title>
<style>${font.css}</style>
<style id="look">${look}</style>
</head>
<body>
${body}
</body>
</html>`
}
