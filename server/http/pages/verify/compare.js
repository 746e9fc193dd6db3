/**
 * Compares a PDF with the issued one without uploading it. The page of a certificate holds the
 * SHA-256 of its PDF; the page without a code asks the service which certificate has this SHA-256.
 */
const zone = document.querySelector('.compare')
const input = zone?.querySelector('input')
const status = zone?.querySelector('[role=status]')
const expected = zone?.dataset.sha256
const note = 'compared'

/** Takes the result of the page before; in the address, a link would vouch for a file. */
function takeNote() {
  try {
    const [kind, sha256] = sessionStorage.getItem(note)?.split(' ') ?? []
    sessionStorage.removeItem(note)
    return { kind, sha256 }
  } catch {
    return {}
  }
}

function leaveNote(text) {
  try {
    sessionStorage.setItem(note, text)
  } catch {
    // Shows no result if the browser forbids storage.
  }
}

/** `result`: same, added or different. */
function showResult(result) {
  status.textContent = zone.dataset[result]
  status.className = result
}

async function sha256Of(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns where the signature says that the file ends; its whole length without a signature. */
function signedLengthOf(bytes) {
  const text = new TextDecoder('latin1').decode(bytes)
  const [, second, third] = text.match(/\/ByteRange\s*\[\s*0\s+\d+\s+(\d+)\s+(\d+)\s*\]/) ?? []
  return second === undefined
    ? bytes.length
    : Math.min(Number(second) + Number(third), bytes.length)
}

async function compare(file) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const signed = bytes.subarray(0, signedLengthOf(bytes))
  const sha256 = await sha256Of(signed)
  const kind = signed.length === bytes.length ? 'same' : 'added'
  if (expected !== undefined) return showResult(sha256 === expected ? kind : 'different')
  leaveNote(`${kind} ${sha256}`)
  location.assign(`/verify?sha256=${sha256}&lang=${zone.dataset.language}`)
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

const { kind, sha256: given } = takeNote()
// Requires crypto.subtle, which browsers offer to pages over HTTPS only.
if (zone !== null && globalThis.crypto?.subtle !== undefined) {
  zone.hidden = false
  listen(zone.querySelector('.drop'))
  if (given !== undefined && expected !== undefined)
    showResult(given === expected ? kind : 'different')
}
