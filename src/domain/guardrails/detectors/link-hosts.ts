import { decodePunycode } from './punycode.ts';

/** Hosts that render images from the text in their URLs, and popular image hosts. */
const RENDERERS: readonly string[] = (
  'shields.io badgen.net badge.fury.io placeholder.com placehold.co placehold.it dummyimage.com placekitten.com picsum.photos ' +
  'quickchart.io chart.googleapis.com image-charts.com codecogs.com mermaid.ink kroki.io plantuml.com qrserver.com pollinations.ai ' +
  'dicebear.com ui-avatars.com gravatar.com robohash.org githubusercontent.com github.com wikimedia.org wikipedia.org imgur.com ' +
  'unsplash.com pexels.com pixabay.com ytimg.com mm.bing.net gstatic.com googleusercontent.com twimg.com fbcdn.net cdninstagram.com ' +
  'redd.it pinimg.com staticflickr.com media-amazon.com ssl-images-amazon.com cloudinary.com imgix.net shopify.com wp.com akamaized.net ' +
  'oaiusercontent.com windows.net discordapp.com discordapp.net star-history.com contrib.rocks fonts.googleapis.com fonts.bunny.net use.typekit.net capsule-render.vercel.app ' +
  'github-readme-stats.vercel.app skillicons.dev opengraph.githubassets.com maps.googleapis.com api.mapbox.com tile.openstreetmap.org ' +
  'staticmap.openstreetmap.de codecov.io travis-ci.org travis-ci.com circleci.com'
).split(' ');

/** Hosts with throw-away endpoints that show their visitors the requests received; they serve no real images. */
const COLLECTORS: readonly string[] = (
  'webhook.site requestbin.com requestbin.net requestcatcher.com pipedream.net beeceptor.com hookbin.com requestinspector.com ' +
  'interact.sh oast.pro oast.live oast.site oast.online oast.fun oast.me burpcollaborator.net oastify.com dnslog.cn ceye.io ' +
  'ngrok.io ngrok.app ngrok-free.app ngrok-free.dev trycloudflare.com loca.lt serveo.net canarytokens.com canarytokens.org'
).split(' ');

const LOOKALIKE = /^[асԁеһіјӏорԛѕԝухвкмнтьαβεικνορτυχ]+$/u;

/** Whether a host is on a list, or a subdomain of one that is: `example.org` and `*.example.org` both match `a.example.org`. */
export function isListed(host: string, hosts: readonly string[]): boolean {
  return hosts.some((listed) => {
    const name = listed.toLowerCase().replace(/^\*?\./, '');
    return host === name || host.endsWith(`.${name}`);
  });
}

/** Whether a host renders or stores images for everybody. */
export function isPictureHost(host: string): boolean {
  return isListed(host, RENDERERS);
}

/** Whether a host shows its visitors the requests it receives. */
export function isCollector(host: string): boolean {
  return isListed(host, COLLECTORS);
}

/**
 * Whether a host name imitates another (homograph attack): Latin mixed with Cyrillic or Greek in one label, a label of only Latin
 * lookalikes under a Latin top-level domain, or letters of other widths or styles. `host` is as written; punycode is decoded.
 * Ordinary names in any script pass.
 */
export function looksLikeAnother(host: string): boolean {
  const labels = host
    .split(/[.\u3002\uff0e]/)
    .map((label) => (/^xn--/i.test(label) ? decodePunycode(label.slice(4).toLowerCase()) : label.toLowerCase()));
  const isLatinEnding = /^[a-z]{2,}$/.test(labels.at(-1) ?? '');
  return labels.some((label) => {
    if (/^[\p{ASCII}]*$/u.test(label)) return false;
    if (label.normalize('NFKC').toLowerCase() !== label.normalize('NFC')) return true;
    const isMixed = /[a-z]/.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(label);
    return isMixed || (isLatinEnding && LOOKALIKE.test(label.replaceAll(/[\d-]/g, '')));
  });
}
