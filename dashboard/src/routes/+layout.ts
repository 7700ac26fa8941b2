/** Every page is drawn in the browser: the services answer data, not pages. */
export const ssr = false;
export const prerender = false;
