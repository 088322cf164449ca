/** Promises about the guest itinerary element and its pages. An id is stable, and is not used again for another promise. */
export const WIDGET = {
  'WIDGET-1': "The HTML of the guest's page contains the stay, readable from one response and without script.",
  'WIDGET-2': 'The widget replaces that HTML without a layout shift and without requesting the stay again.',
  'WIDGET-3':
    'The page opens offline with an "as of" mark. A dead link is deleted from the device as soon as the page learns of it.',
  'WIDGET-4': 'A copy of the page is stored until the day after departure at most. The guest can delete it.',
  'WIDGET-5': "The page has a heading of level 1. On a hotel's page the hotel chooses the level.",
  'WIDGET-6': '`GET /` is an HTML page. A client that asks for JSON gets the 404 of an unknown path.',
  'WIDGET-7': 'Previews of a link show the hotel, never the guest.',
  'WIDGET-8': 'Arrival and departure are the most prominent text. Times are aligned, and today is marked.',
  'WIDGET-9': 'Nothing shifts while the stay loads, and content below keeps its place.',
  'WIDGET-10': 'All text is readable with any accent and surface colour of a hotel. `theme` selects light or dark.',
  'WIDGET-11': 'Every part has a slot or a `part`. The font is that of the page.',
  'WIDGET-12':
    'There are 21 languages, including right-to-left ones, each loaded on demand. A hotel may set its own words.',
  'WIDGET-13': 'Stay dates are those of the hotel, whatever the time zone of the browser.',
  'WIDGET-14': 'The stay or one item can be added to a calendar: by subscription, at Google, at Outlook, or as a file.',
  'WIDGET-15':
    'An independent parser reads the time zones of the calendar. No event shifts over a change of the clocks.',
  'WIDGET-16': 'Guests share or copy the link, and print one clean page.',
  'WIDGET-17':
    'On a later visit the guest sees the present state and what changed since the last visit, also which plans are removed.',
  'WIDGET-18':
    "A slow, failing, offline or misbehaving network has its own message. A 404 that is not the service's own does not count as a dead link.",
  'WIDGET-19': 'The page around the element never gets an exception from it.',
  'WIDGET-20': 'Markup in a field is shown as text. A picture that is not http(s), or does not load, leaves no gap.',
  'WIDGET-21':
    'The element works under a strict CSP and Trusted Types, twice on a page, loaded twice, in a shadow root, and under hostile CSS. It adds no global except its tag and the versions of Lit.',
  'WIDGET-22': 'The pinned script has the content of its integrity value and is cacheable for a year.',
  'WIDGET-23': 'The package has types, does nothing on a server, and works in React 19 and Vue 3.',
  'WIDGET-24': "The element's manifest lists its attributes and parts.",
  'WIDGET-25': 'The lines of `/embed` work as copied, in a page of another site and in an empty file.',
  'WIDGET-26': 'axe finds nothing at WCAG 2.2 AA, in any state, language and theme. Everything works by keyboard.',
  'WIDGET-27': 'The script is at most 24 kB, brotli, with one language.',
  'WIDGET-28': 'No word breaks in any parent from 200 to 1280 pixels, nor with text of 200 %.',
  'WIDGET-29': 'A page may remove the link from its address while the stay is shown.',
  'WIDGET-30': 'An action shows that it runs, ignores a second press, and names the cause if it fails.',
  'WIDGET-31': 'Texts of the hotel are shown as written, with their own direction.',
  'WIDGET-32': 'Words and formats follow the language, script and region that the guest prefers.',
  'WIDGET-33':
    'The hotel is shown with its address, how to reach it, how to get there and what to know there; several hotels each with its rooms. What is not known leaves no gap.',
  'WIDGET-34': "Directions open the maps of the guest's device. Nothing is requested from another origin before that.",
  'WIDGET-35':
    'The driver sees the name, the address and the telephone alone: at least 32 pixels, contrast at least 7, in their own language and direction, on a screen that stays awake.',
  'WIDGET-36': 'Without a response about the hotels the stay is shown. Late hotels are added.',
  'WIDGET-41':
    'A stay in one hotel has its name, logo and picture. In several hotels its title is "Your trip", and if no hotel is known it has the name of the customer.',
  'WIDGET-42':
    'At Google and Outlook the stay has the names and addresses of its hotels, their telephone numbers and the link.',
  'WIDGET-38':
    'Without `theme` the element is light or dark as the `color-scheme` of the page, whatever the device prefers; light if the page sets none. `auto` follows the device.',
  'WIDGET-37': 'A hotel may leave out each part of its block, and its own words are used there.',
  'WIDGET-39':
    'Above the dates the guest reads what is now and next, by the day and the time of the hotel, whatever the time zone of the browser. It is right in each minute, and in a saved copy.',
  'WIDGET-40':
    'A stay in several hotels has a leg for each, with its dates, times and rooms. The day of a change names the next hotel.',
  'WIDGET-50':
    'The Wi-Fi of a hotel is shown from the day of arrival there to the day of departure, by the clock of the hotel, while the status is Confirmed or InHouse. It is never marked as a change.',
  'WIDGET-51':
    'The guest copies the password of the Wi-Fi. A camera reads the QR code of the network, on the screen and on paper, whatever characters are in it.',
  'WIDGET-52':
    "Where the Wi-Fi is not known yet, the guest's page says where it will appear, in a saved copy too. After the last day in a hotel a saved copy does not contain its Wi-Fi.",
  'WIDGET-60': '`/widget/embed.js` is a classic script of ES5, at most 1,500 bytes brotli.',
  'WIDGET-61':
    'With it, each `<div class="innlet-stay">` has the stay as its only child, then or later, also from a tag manager, twice, held back by plugins, and after sanitizers. It throws nothing.',
  'WIDGET-62':
    'The `data-` attributes of the div are the attributes and the custom properties of the element, also when they change.',
  'WIDGET-63':
    'Without a div and without the tag, the stay is where the parser has found the script. A script that is async, deferred, in the head or added by a script adds nothing.',
  'WIDGET-64':
    'The service is the origin of the script, otherwise that of the first such script of the page, otherwise `window.innletOrigin`. No other element of the page decides. Otherwise the console says once what to set.',
  'WIDGET-65':
    'The token `demo` shows a sample stay around today, marked as a sample in the language of the guest. Nothing of it is requested of the API, stored, shared or added to a calendar. The service itself has no such stay.',
  'WIDGET-67': "The loader hands the nonce of the page's policy on to the script that it adds.",
  'WIDGET-68': 'The loader and the element run under Trusted Types beside another Lit, which runs too.',
  'WIDGET-69':
    "The element, the loader and the guest's page work from Safari 16.4, Chrome 109 and Firefox 115 on. In older browsers the text inside the tag is seen. Nothing throws into the page.",
  'WIDGET-70':
    'With `customer` only stays of that customer are shown. Any other token is a dead link, without a request.',
  'WIDGET-71': 'A property of the element may have a value of any type. What can be read as the attribute is.',
  'WIDGET-72': 'A name in Han, Kana or Hangul has the family name first.',
  'WIDGET-66':
    'In a frame whose address and attributes have no token, the element says nothing, and the console names the cause.',
  'WIDGET-82':
    'Storage that the browser refuses, or that does not answer, neither changes nor delays a response of the guest’s page.',
  'WIDGET-83':
    'Now and next, the Wi-Fi and the times of saved copies follow the time of the service, whatever the clock of the device says; that clock only where no response has told the time.',
  'WIDGET-100':
    'The name and the number of a hotel stay on the device until the day after the departure begins, also if its clock is wrong.',
  'WIDGET-84':
    'The token is also taken from the fragment: `#itinerary=…`, and after `?` in it. Characters after it that no token has are ignored.',
  'WIDGET-110':
    'In a trip of several hotels the block names the next hotel and the days until the change. The check-out has the day on which its hotel is left.',
  'WIDGET-111':
    'A plan that is removed since the last visit is told in its place. A moved one has its former time, and its former day.',
  'WIDGET-112':
    'Without plans the block has the rooms, the Wi-Fi with a button that copies the password, the breakfast of the house information, and the check-out with its day.',
  'WIDGET-113': 'The numbers of the rooms are below the name of the guest, in each state.',
  'WIDGET-114': 'Before the stay the block has the button that adds it to a calendar. After the stay there is none.',
  'WIDGET-115': 'Each word of the page of a guest is in one font, in each language and in a stored copy.',
  'WIDGET-116': 'No date of the overview is on two lines. A long one is in its short form in narrow sheets.',
  'WIDGET-117': 'Of a cancelled stay the plans are struck through, and the rooms folded. Past days are one line.',
  'WIDGET-118': 'The corners of a look are those of the block and the logo, in each width.',
  'WIDGET-119': 'The markup has the names that Gmail reads beside those of schema.org.',
  'WIDGET-85':
    'The token in the address stays known in this tab on this path: after Back, a reload or a remount, when the page has removed it. An empty `token` shows nothing and forgets it.',
}
