import { LATER } from '../guest-itinerary/styles/later.ts'
import { PAPER } from '../guest-itinerary/styles/paper.ts'
import { WIFI } from '../guest-itinerary/styles/wifi.ts'

/** The rules for what comes later, for the Wi-Fi and for paper, shared by all elements of the page. */
export const paperSheet = new CSSStyleSheet()
paperSheet.replaceSync(LATER + WIFI + PAPER)
