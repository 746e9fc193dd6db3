/**
 * Compares a PDF with the issued one without uploading it. The page of a certificate holds the
 * SHA-256 of its PDF; the page without a code asks the service which certificate has this SHA-256.
 */
const zone = document.querySelector('.compare')
const input = zone?.querySelector('input')
const status = zone?.querySelector('[role=status]')
const expected = zone?.dataset.sha256

function showResult(isSame) {
  status.textContent = isSame ? zone.dataset.same : zone.dataset.different
  status.className = isSame ? 'same' : 'different'
}

async function compare(file) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (expected === undefined) location.assign(`/verify?sha256=${sha256}`)
  else showResult(sha256 === expected)
}

function listen(drop) {
  input.addEventListener('change', () => input.files[0] && compare(input.files[0]))
  for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop']) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault()
      drop.classList.toggle('over', kind === 'dragenter' || kind === 'dragover')
    })
  }
  drop.addEventListener(
    'drop',
    (event) => event.dataTransfer.files[0] && compare(event.dataTransfer.files[0]),
  )
}

// Browsers offer crypto.subtle to pages over HTTPS only.
if (zone !== null && globalThis.crypto?.subtle !== undefined) {
  zone.hidden = false
  listen(zone.querySelector('.drop'))
  const given = location.hash.match(/^#sha256-([0-9a-f]{64})$/)?.[1]
  if (given !== undefined && expected !== undefined) showResult(given === expected)
}
