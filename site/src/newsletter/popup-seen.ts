/** `localStorage` key; any text means that the reader has closed or used the popup. */
export const POPUP_SEEN_KEY = 'newsletter-popup-seen'
