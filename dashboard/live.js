// The guard's live page: reads the public read routes and the event stream; everything shown is set as text.
const EVENTS_SHOWN = 200;
const PAGE = 50;
const find = (id) => document.getElementById(id);
let key = '';
let lastEventId = '';
let nextCursor;

const get = (path, headers = {}) => fetch(path, { headers: key === '' ? headers : { ...headers, authorization: `Bearer ${key}` } });

function cell(text, className = '') {
  const td = document.createElement('td');
  td.textContent = text;
  td.className = className;
  return td;
}

function requestRow(request) {
  const row = document.createElement('tr');
  const choose = document.createElement('button');
  choose.textContent = request.id;
  choose.addEventListener('click', () => void showDecision(request.id));
  const last = document.createElement('td');
  last.append(choose);
  row.append(
    cell(new Date(request.received_at).toLocaleTimeString()),
    cell(request.verdict ?? '–', request.verdict ?? ''),
    cell(request.status),
    cell(request.model),
    cell(request.guard_ms?.toFixed(2) ?? '–', 'number'),
    cell(request.total_ms?.toFixed(0) ?? '–', 'number'),
    last,
  );
  return row;
}

async function showDecision(id) {
  const response = await get(`/requests/${encodeURIComponent(id)}/decision`);
  find('detail').textContent = JSON.stringify(await response.json(), null, 2);
}

async function listRequests(cursor) {
  const query = new URLSearchParams({ limit: String(PAGE), ...(cursor ? { cursor } : {}) });
  const response = await get(`/requests?${query}`);
  if (response.status === 401) return false;
  const page = await response.json();
  const rows = page.data.map(requestRow);
  if (cursor) find('requests').append(...rows);
  else find('requests').replaceChildren(...rows);
  nextCursor = page.has_more ? page.next_cursor : undefined;
  find('more').hidden = nextCursor === undefined;
  find('no-requests').hidden = find('requests').childElementCount > 0;
  return true;
}

function showEvent({ event, data, id }) {
  if (id) lastEventId = id;
  const item = document.createElement('li');
  item.textContent = `${new Date().toLocaleTimeString()}  ${event}  ${data}`;
  find('events').prepend(item);
  while (find('events').childElementCount > EVENTS_SHOWN) find('events').lastElementChild.remove();
}

// EventSource cannot send a key, so the stream is read with fetch (https://html.spec.whatwg.org/multipage/server-sent-events.html).
async function follow() {
  const response = await get('/events', lastEventId === '' ? {} : { 'last-event-id': lastEventId });
  if (!response.ok || !response.body) throw new Error(`the event stream answered ${response.status}`);
  find('state').textContent = 'live';
  let buffer = '';
  let refresh;
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    buffer += text;
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop();
    for (const block of blocks) {
      const fields = { event: 'message', data: '', id: '' };
      for (const line of block.split('\n')) {
        const at = line.indexOf(': ');
        if (at > 0) fields[line.slice(0, at)] = line.slice(at + 2);
      }
      if (fields.data === '') continue;
      showEvent(fields);
      if (/^request\.(completed|blocked|failed|cancelled)$/.test(fields.event)) {
        clearTimeout(refresh);
        refresh = setTimeout(() => void listRequests(), 150);
      }
    }
  }
}

async function run() {
  for (;;) {
    try {
      if (!(await listRequests())) {
        find('state').textContent = 'this guard asks for a key';
        find('sign-in').hidden = false;
        return;
      }
      await follow();
    } catch {
      find('state').textContent = 'connection lost, trying again';
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

find('more').addEventListener('click', () => void listRequests(nextCursor));
find('sign-in').addEventListener('submit', (event) => {
  event.preventDefault();
  key = find('key').value;
  find('sign-in').hidden = true;
  void run();
});
void run();
