/** Copies the address of the certificate's page. Without a script, or over HTTP, there is no button. */
const button = document.querySelector('.copy')

async function copy() {
  await navigator.clipboard.writeText(button.dataset.link)
  button.textContent = button.dataset.copied
}

if (button !== null && navigator.clipboard !== undefined) {
  button.hidden = false
  button.addEventListener('click', () => void copy())
}
