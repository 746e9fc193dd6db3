// Mends what Scalar leaves out for screen readers and keyboards, in all that it adds to the page.
const mends = {
  '.group\\/copy-button:not([aria-label])': label(() => 'Copy'),
  '.cm-content:not([aria-label])': label(() => 'Content'),
  // A label has to hold the text that is seen.
  '.show-more[aria-label^="Show all "]': label((button) =>
    button.getAttribute('aria-label').replace('Show all', 'Show More:'),
  ),
  // Each card would be a landmark, with the name of many others.
  '[role="region"]:is(.response-card, .tag-section-container)': set('role', 'group'),
  '.scalar-app-layout section[aria-label^="Notifications"]:not([role])': set('role', 'log'),
  'ul.endpoints:not([tabindex])': set('tabindex', '0'),
  '.cm-scroller:not([tabindex="0"])': set('tabindex', '0'),
  '[role="combobox"]:not([aria-expanded])': set('aria-expanded', 'false'),
  'button[role="none"]': (button) => button.removeAttribute('role'),
  'button[aria-controls]': (button) => {
    const controlled = document.getElementById(button.getAttribute('aria-controls'))
    if (controlled === null) button.removeAttribute('aria-controls')
  },
  // There is one main part: the page, or the form in front of it.
  'main.references-rendered': (main) => {
    const form = document.querySelector('.scalar-app-layout main')
    main.inert = form?.checkVisibility() === true
  },
}

function set(attribute, value) {
  return (element) => element.setAttribute(attribute, value)
}

function label(text) {
  return (element) => element.setAttribute('aria-label', text(element))
}

let isPlanned = false
function mend() {
  isPlanned = false
  for (const [selector, change] of Object.entries(mends))
    for (const element of document.querySelectorAll(selector)) change(element)
}

new MutationObserver(() => {
  if (!isPlanned) requestAnimationFrame(mend)
  isPlanned = true
}).observe(document.body, { childList: true, subtree: true })
