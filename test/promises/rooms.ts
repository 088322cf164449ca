/** What a reception can rely on in the chart of rooms. */
export const ROOMS: Readonly<Record<string, string>> = {
  'CONSOLE-40':
    'The chart has rooms by type, the nights of bookings and closures, and the free rooms of each type and night. A stay begins and ends in the middle of a day.',
  'CONSOLE-41': 'A bar says in words what its booking needs today.',
  'CONSOLE-42':
    'A booking is dragged to another room or night, and its end is pulled. The room type and the price are shown before it is sent. Another room of the booking stays as it is.',
  'CONSOLE-43': 'What the service refuses is shown where it happened, and put back.',
  'CONSOLE-44': 'Free nights that are drawn open a new booking with this room and these dates.',
  'CONSOLE-45': 'A room is closed by drawing, and opened by pulling the end of its closure.',
  'CONSOLE-46': 'A parked booking keeps its room until it is placed.',
  'CONSOLE-47': 'Moving, lengthening, booking, parking, closing and opening work by the keyboard alone.',
  'CONSOLE-48': 'Focus stays on the chart during 60 fast presses of arrows, and its cell at the cursor is in the page.',
  'CONSOLE-49': 'By touch a tap opens the booking, and nothing is dragged.',
  'CONSOLE-50': 'A booking that changed is redrawn alone.',
  'CONSOLE-51':
    'The chart passes axe at 360, 768 and 1280 pixels, in light and dark. A screen reader has a text for each cell and bar.',
  'CONSOLE-52': 'Only the rooms that are seen are in the page.',
  'CONSOLE-53':
    'Of pages that drag bookings into one room at once, while the network loses requests, one gets each night, and every page ends with the truth.',
}
