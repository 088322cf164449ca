/* While a desk is locked its cover alone is on the screen: not the page, not its dialogs, not the name of a guest in the title. */

let covered: Promise<void> | undefined
let title = ''

/** Hides the page below the cover, which is `console-lock`. The function that it returns shows the page again. */
export function cover(coverTitle: string): () => void {
  let uncover = () => {}
  covered = new Promise(resolve => {
    uncover = resolve
  })
  document.documentElement.classList.add('covered')
  title = document.title
  document.title = coverTitle
  return () => {
    covered = undefined
    document.documentElement.classList.remove('covered')
    document.title = title
    uncover()
  }
}

/** Sets the title of the page, which is shown when nothing covers it. */
export function setTitle(text: string): void {
  title = text
  if (!covered) document.title = text
}

/** Opens a dialog, when nothing covers the page: the last one that opens is above all others. */
export async function openDialog(dialog: HTMLDialogElement | null): Promise<void> {
  await covered
  if (dialog?.isConnected) dialog.showModal()
}

/** Closes all dialogs, and those that wait. Whoever works next does not see them. */
export function closeDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.act')) {
    if (dialog.open) dialog.close()
    else dialog.dispatchEvent(new Event('close'))
  }
}
