import { required } from './elements.ts'

/** Shows where the page is: its entry of the navigation, and the part that the address names, also in browsers that leave it folded. */
export function showPlace(): void {
  const navigation = required<HTMLElement>('.columns nav')
  const entry = navigation.querySelector<HTMLElement>('[aria-current=page]')
  if (entry) navigation.scrollTop = entry.offsetTop - navigation.offsetTop - navigation.clientHeight / 3
  openTarget()
  addEventListener('hashchange', openTarget)
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1))
  const details = target?.closest('details')
  if (!target || !details || details.open) return
  details.open = true
  target.scrollIntoView()
}
