/** Takes an address that is no valid percent-encoding as it is written, so that its page says that there is nothing of this name. */
export function reroute({ url }: { readonly url: URL }): string | undefined {
  try {
    decodeURI(url.pathname);
    return undefined;
  } catch {
    return url.pathname.replaceAll('%', '%25');
  }
}
