/** What of a graph is drawn. */
export interface DrawnGraph {
  readonly start: string;
  readonly end: string;
  readonly nodes: readonly { readonly name: string }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly condition: string | null; readonly parallel?: boolean }[];
}

/** Whether a run went along an edge. `done` are the nodes that have ended, in order, and the end of the graph once it is there. */
export function isTaken(
  { end, edges }: Pick<DrawnGraph, 'end' | 'edges'>,
  { from, to }: { readonly from: string; readonly to: string },
  { running, done }: { readonly running: readonly string[]; readonly done: readonly string[] },
): boolean {
  const isThere = (name: string): boolean => done.includes(name) || running.includes(name);
  if (!done.includes(from) || !isThere(to)) return false;
  // Only the last node led to the end.
  if (to === end) return done.findLast((name) => name !== end) === from;
  const edge = edges.find((candidate) => candidate.from === from && candidate.to === to);
  // Edges beside those that are taken together hold only where none of them did.
  return edge?.parallel === true || !edges.some((other) => other.from === from && other.parallel === true && isThere(other.to));
}

/** A node and where it is drawn, in pixels. */
export interface PlacedNode {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** An edge as the path of an SVG, with where its condition is written. */
export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  readonly condition: string | null;
  readonly path: string;
  readonly labelX: number;
  readonly labelY: number;
}

export interface PlacedGraph {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

export const NODE_WIDTH = 104;
export const NODE_HEIGHT = 36;
const COLUMN = 212;
const ROW = 64;
const MARGIN = 12;

/** Lays a graph out from left to right: a node's column is the longest way to it from the start, edges back left out. */
export function layOut(graph: DrawnGraph): PlacedGraph {
  const names = [...graph.nodes.map(({ name }) => name), ...(graph.nodes.some(({ name }) => name === graph.end) ? [] : [graph.end])];
  const columns = columnsOf(graph, names);
  const rows = new Map<number, string[]>();
  for (const name of names) {
    const column = columns.get(name) ?? 0;
    rows.set(column, [...(rows.get(column) ?? []), name]);
  }
  const tallest = Math.max(1, ...[...rows.values()].map((column) => column.length));
  const nodes = names.map((name) => {
    const column = columns.get(name) ?? 0;
    const beside = rows.get(column) ?? [];
    const y = MARGIN + ROW + (tallest * ROW - beside.length * ROW) / 2 + beside.indexOf(name) * ROW;
    return { name, x: MARGIN + column * COLUMN, y };
  });
  const width = MARGIN * 2 + Math.max(...nodes.map(({ x }) => x)) + NODE_WIDTH;
  const height = MARGIN + (tallest + 2) * ROW;
  const at = new Map(nodes.map((node) => [node.name, node]));
  let arcs = 0;
  const edges = graph.edges.flatMap(({ from, to, condition }) => {
    const [a, b] = [at.get(from), at.get(to)];
    if (a === undefined || b === undefined) return [];
    const [x1, y1, x2, y2] = [a.x + NODE_WIDTH, a.y + NODE_HEIGHT / 2, b.x, b.y + NODE_HEIGHT / 2];
    // An edge over several columns goes around the nodes between, above and below in turn.
    const isLong = (columns.get(to) ?? 0) - (columns.get(from) ?? 0) !== 1;
    if (!isLong) {
      const middle = (x1 + x2) / 2;
      return [
        {
          from,
          to,
          condition,
          path: `M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`,
          labelX: middle,
          labelY: (y1 + y2) / 2 - 6,
        },
      ];
    }
    const isAbove = arcs % 2 === 0;
    const rim = isAbove ? MARGIN + 14 + Math.floor(arcs / 2) * 14 : height - MARGIN - 14 - Math.floor(arcs / 2) * 14;
    arcs += 1;
    const path = `M${x1},${y1} C${x1 + 44},${y1} ${x1 + 20},${rim} ${x1 + 84},${rim} L${x2 - 84},${rim} C${x2 - 20},${rim} ${x2 - 44},${y2} ${x2},${y2}`;
    return [{ from, to, condition, path, labelX: (x1 + x2) / 2, labelY: rim - 5 }];
  });
  return { nodes, edges, width, height };
}

function columnsOf({ start, edges }: Pick<DrawnGraph, 'start' | 'edges'>, names: readonly string[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  const visit = (name: string, column: number, way: ReadonlySet<string>): void => {
    if (way.has(name) || column > names.length) return;
    if ((columns.get(name) ?? -1) >= column) return;
    columns.set(name, column);
    const further = new Set(way).add(name);
    for (const edge of edges) if (edge.from === name) visit(edge.to, column + 1, further);
  };
  visit(start, 0, new Set());
  return columns;
}
