import { createHash } from 'node:crypto'

/** Of all pages about certificates. */
export const style = `
:root { color-scheme: light dark;
  --page: #f1efe9; --paper: #fffefb; --ink: #1d2330; --muted: #5a6270; --line: #ddd8cc; --accent: #24487f; --on-accent: #fff; --field: #fff;
  --good: #17623b; --good-soft: #e6f2ea; --bad: #9c261d; --bad-soft: #fbe9e7; --warn: #7a4b00; --warn-soft: #fbf0da }
@media (prefers-color-scheme: dark) { :root {
  --page: #11141a; --paper: #1a1f28; --ink: #eceef2; --muted: #a6afbd; --line: #333b48; --accent: #9bbcf0; --on-accent: #10182a; --field: #12161d;
  --good: #86d9a8; --good-soft: #17291f; --bad: #f5a69e; --bad-soft: #2e1c1d; --warn: #f0c377; --warn-soft: #2c2517 } }
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
header, footer { width: 100%; max-width: 44rem; margin: 0 auto; padding: 1.5rem 1.25rem .9rem }
header { font: 600 1.05rem/1.3 Georgia, "Iowan Old Style", "Noto Serif", "DejaVu Serif", serif; letter-spacing: .02em; overflow-wrap: anywhere }
main { width: 100%; max-width: 44rem; margin: 0 auto; flex: 1; padding: 0 1.25rem }
footer { color: var(--muted); padding-top: 1.5rem; padding-bottom: 2rem }
a { color: var(--accent); text-underline-offset: .18em }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem }
.sheet { background: var(--paper); border: 1px solid var(--line); border-radius: .9rem; overflow: hidden; box-shadow: 0 1px 2px #0000000d, 0 10px 30px -18px #00000040 }
.verdict { display: flex; gap: 1rem; align-items: flex-start; padding: 1.4rem 1.75rem; border-bottom: 1px solid var(--line) }
.verdict svg { flex: none; width: 2.5rem; height: 2.5rem; margin-top: .1rem }
.verdict h1 { margin: 0; font-size: 1.3rem; line-height: 1.3 }
.verdict p { margin: .2rem 0 0; color: var(--ink); text-wrap: pretty }
.good { background: var(--good-soft) } .good h1, .good svg, .same { color: var(--good) }
.bad { background: var(--bad-soft) } .bad h1, .bad svg, .different { color: var(--bad) }
.warn { background: var(--warn-soft) } .warn h1, .warn svg { color: var(--warn) }
.plain h1 { font-size: 1.5rem } .plain svg { display: none }
.said { padding: 2.2rem 1.75rem 1.9rem; text-align: center }
.said p { margin: 0; color: var(--muted) }
.said .kind { font-size: .8rem; letter-spacing: .14em; text-transform: uppercase }
.said .name, .said .course { color: var(--ink); font-family: Georgia, "Iowan Old Style", "Noto Serif", "DejaVu Serif", serif; overflow-wrap: anywhere; text-wrap: balance }
.said .name { font-size: clamp(1.7rem, 6vw, 2.4rem); line-height: 1.25; margin: .9rem 0 .5rem }
.said .course { font-size: clamp(1.15rem, 4vw, 1.4rem); line-height: 1.35; margin: .35rem 0 0 }
.void .name, .void .course { color: var(--muted) }
dl { margin: 0 1.75rem; padding: 1.4rem 0; border-top: 1px solid var(--line); display: grid; grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); gap: 1.1rem 1.5rem }
dt { color: var(--muted); font-size: .875rem } dd { margin: .05rem 0 0; overflow-wrap: anywhere }
dl .wide { grid-column: 1 / -1 }
code { font: .95em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
.hash { font-size: .8rem; color: var(--muted) }
.actions { display: flex; flex-wrap: wrap; gap: .7rem; padding: 0 1.75rem 1.75rem }
.button, button { display: inline-block; font: inherit; font-weight: 600; text-decoration: none; padding: .65rem 1.25rem; border-radius: .55rem; border: 1px solid var(--accent);
  background: var(--accent); color: var(--on-accent); cursor: pointer }
.button.quiet { background: none; color: var(--accent) }
.part { padding: 1.6rem 1.75rem; border-top: 1px solid var(--line) }
.verdict + .part { border-top: 0 }
.part h2 { margin: 0 0 .8rem; font-size: 1.05rem } .part p { margin: 0 0 1rem; color: var(--muted) }
label { display: block; font-weight: 600; margin-bottom: .35rem }
.row { display: flex; flex-wrap: wrap; gap: .7rem }
input[type=text] { flex: 1 1 16rem; min-width: 0; font: 1.15rem/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; letter-spacing: .04em; padding: .6rem .8rem;
  color: var(--ink); background: var(--field); border: 1px solid var(--muted); border-radius: .55rem }
.hint { margin: .5rem 0 0 !important; font-size: .9rem }
.drop { border: 2px dashed var(--line); border-radius: .7rem; padding: 1.3rem; text-align: center }
.drop.over { border-color: var(--accent) }
.drop p { margin: 0 0 .9rem }
.drop input { position: absolute; width: 1px; height: 1px; opacity: 0; overflow: hidden }
.drop label { margin: 0 } .drop input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px }
.drop [role=status] { font-weight: 600; margin: 1rem 0 0 } .drop [role=status]:empty { margin: 0 }
[hidden] { display: none !important }
@media (max-width: 34rem) {
  header { padding: 1.1rem 1rem .7rem } main { padding: 0 .75rem } footer { padding-left: 1rem; padding-right: 1rem }
  .verdict, .part { padding-left: 1.15rem; padding-right: 1.15rem } .said { padding: 1.8rem 1.15rem 1.5rem }
  dl { margin: 0 1.15rem } .actions { padding: 0 1.15rem 1.4rem } .button, button { width: 100%; text-align: center } }
@media print {
  :root { --page: #fff; --paper: #fff; --ink: #000; --muted: #444; --line: #bbb; --good: #0d4a2a; --bad: #7d1a12; --warn: #5d3900; --good-soft: #fff; --bad-soft: #fff; --warn-soft: #fff }
  .actions, .compare, .another, footer { display: none } .sheet { box-shadow: none } }
`

export const styleHash = createHash('sha256').update(style).digest('base64')
