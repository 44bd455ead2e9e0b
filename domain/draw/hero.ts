import { CAPITALS, figure } from './lettering.ts';

type Point = readonly [x: number, y: number];

/** A track seen by someone who stands in its infield: metres on the ground, pixels in the picture. */
interface View {
  width: number;
  height: number;
  /** Where the eye is: across the track, along it, above the ground. */
  eye: readonly [x: number, y: number, z: number];
  yaw: number;
  pitch: number;
  focal: number;
  /** Where the horizon's middle lies in the picture, as parts of it. */
  centre: Point;
  /** A straight of this length, then a bend to the left of this radius and angle, then straight on. */
  straight: number;
  radius: number;
  sweep: number;
  lanes: number;
  line: number;
  /** How far along the painted numbers begin. */
  numbersAt: number;
}

/** The camera of the home page, in a picture of 1600 × 640. */
export const HOME: View = {
  width: 1600,
  height: 640,
  eye: [3.2, -5, 3.8],
  yaw: -0.42,
  pitch: 0.2,
  focal: 1000,
  centre: [0.54, 0.19],
  straight: 11,
  radius: 9,
  sweep: Math.PI * 0.98,
  lanes: 6,
  line: 0.09,
  numbersAt: 1.3,
};

/** A lane by the rules of athletics. */
const LANE = 1.22;
const NUMBER_HEIGHT = 3.2;
const BEGIN = -4;
/** Nearer than this nothing is projected. */
const NEAR = 0.35;

/** The track, every other lane, its lines and the numbers painted on it. */
export function hero(view: View = HOME): string {
  const { straight, radius, sweep, lanes, line } = view;
  const end = straight + radius * sweep + 60;
  const strip = (from: number, to: number) => path(view, ribbon(view, from, to, end));
  const each = (count: number, draw: (lane: number) => string) =>
    Array.from({ length: count }, (_, lane) => draw(lane)).join('');
  const track = strip(-0.3, lanes * LANE + 0.3);
  const odd = each(lanes, (lane) => (lane % 2 === 0 ? strip(lane * LANE, (lane + 1) * LANE) : ''));
  const lines = each(lanes + 1, (lane) => strip(lane * LANE - line / 2, lane * LANE + line / 2));
  const numbers = each(lanes, (lane) => number(view, lane));
  return (
    `<path class="t" d="${track}"/><path class="o" d="${odd}"/>` +
    `<path class="l" d="${lines}"/><path class="l" fill-rule="evenodd" d="${numbers}"/>`
  );
}

/** Camera coordinates of a point on the ground: right, depth, up. */
function seen({ eye, yaw, pitch }: View, [x, y]: Point): readonly [number, number, number] {
  const [dx, dy, dz] = [x - eye[0], y - eye[1], -eye[2]];
  const ahead = dx * Math.sin(yaw) + dy * Math.cos(yaw);
  return [
    dx * Math.cos(yaw) - dy * Math.sin(yaw),
    ahead * Math.cos(pitch) - dz * Math.sin(pitch),
    ahead * Math.sin(pitch) + dz * Math.cos(pitch),
  ];
}

function project(view: View, point: Point): Point | null {
  const [right, depth, up] = seen(view, point);
  if (depth <= NEAR) return null;
  const { width, height, centre, focal } = view;
  return [width * centre[0] + (focal * right) / depth, height * centre[1] - (focal * up) / depth];
}

/** The place `along` metres down the track, `across` metres from its inner edge. */
function ground({ straight, radius, sweep }: View, across: number, along: number): Point {
  if (along <= straight) return [across, along];
  const reach = radius + across;
  const angle = Math.min((along - straight) / radius, sweep);
  const rest = Math.max(0, along - straight - radius * sweep);
  return [
    -radius + reach * Math.cos(angle) - Math.sin(angle) * rest,
    straight + reach * Math.sin(angle) + Math.cos(angle) * rest,
  ];
}

/** A strip of the track from here to the end, as a polygon in the picture. */
function ribbon(view: View, from: number, to: number, end: number): Point[] {
  const stations: number[] = [];
  for (let at = BEGIN; at < view.straight; at += 1 + Math.max(0, at) * 0.06) stations.push(at);
  for (let at = view.straight; at < end; at += view.radius * 0.045) stations.push(at);
  stations.push(end);
  const edges = stations.flatMap((at) => {
    const near = project(view, ground(view, from, at));
    const far = project(view, ground(view, to, at));
    return near && far ? [{ near, far }] : [];
  });
  return [...edges.map(({ near }) => near), ...edges.map(({ far }) => far).toReversed()];
}

/** The number of a lane, counted from the outer one: the font's own outline, painted on the ground. */
function number(view: View, lane: number): string {
  const [advance, outline] = figure(String(view.lanes - lane > 9 ? 9 : lane + 1));
  const [across, along] = [(LANE * 0.62) / advance, NUMBER_HEIGHT / CAPITALS];
  const left = (lane + 0.5) * LANE - (advance * across) / 2;
  const contours = contoursOf(outline).map((contour) =>
    contour.map(([x, y]) => project(view, [left + x * across, view.numbersAt + y * along])),
  );
  return contours.map((points) => (points.every((point) => point !== null) ? path(view, points) : '')).join('');
}

/** The closed polygons of an outline in M, L, H, V, Q and Z; curves in four steps. */
function contoursOf(outline: string): Point[][] {
  const contours: Point[][] = [];
  let contour: Point[] = [];
  let [x, y] = [0, 0];
  const go = (toX: number, toY: number) => {
    [x, y] = [toX, toY];
    contour.push([x, y]);
  };
  for (const [, command, rest] of outline.matchAll(/([MLHVQZ])([^MLHVQZ]*)/g)) {
    const values = (rest?.match(/-?\d+/g) ?? []).map(Number);
    const take = (count: number, draw: (...part: number[]) => void) => {
      for (let at = 0; at < values.length; at += count) draw(...values.slice(at, at + count));
    };
    if (command === 'M') contours.push((contour = []));
    if (command === 'M' || command === 'L') take(2, (toX = 0, toY = 0) => go(toX, toY));
    if (command === 'H') take(1, (toX = 0) => go(toX, y));
    if (command === 'V') take(1, (toY = 0) => go(x, toY));
    if (command === 'Q') {
      take(4, (bendX = 0, bendY = 0, toX = 0, toY = 0) => {
        const [fromX, fromY] = [x, y];
        const bend = (from: number, by: number, to: number, u: number) =>
          (1 - u) * (1 - u) * from + 2 * u * (1 - u) * by + u * u * to;
        for (const u of [0.25, 0.5, 0.75, 1]) go(bend(fromX, bendX, toX, u), bend(fromY, bendY, toY, u));
      });
    }
  }
  return contours;
}

const MARGIN = 30;
/** On the left the picture may be moved to show more. */
const MARGIN_LEFT = 420;

/** Cuts a polygon to the picture and its margins, side by side (Sutherland and Hodgman). */
function clip({ width, height }: View, polygon: Point[]): Point[] {
  const sides = [
    { axis: 0, limit: -MARGIN_LEFT, sign: 1 },
    { axis: 0, limit: width + MARGIN, sign: -1 },
    { axis: 1, limit: -MARGIN, sign: 1 },
    { axis: 1, limit: height + MARGIN, sign: -1 },
  ] as const;
  return sides.reduce((points, { axis, limit, sign }) => {
    const inside = (point: Point) => (point[axis] - limit) * sign >= 0;
    const cut = (a: Point, b: Point): Point => {
      const part = (limit - a[axis]) / (b[axis] - a[axis]);
      const other = a[1 - axis]! + part * (b[1 - axis]! - a[1 - axis]!);
      return axis === 0 ? [limit, other] : [other, limit];
    };
    return points.flatMap((point, index) => {
      const before = points.at(index - 1) ?? point;
      if (inside(point)) return inside(before) ? [point] : [cut(before, point), point];
      return inside(before) ? [cut(before, point)] : [];
    });
  }, polygon);
}

/** Path data, rounded to half pixels, without points that no eye would miss. */
function path(view: View, polygon: Point[]): string {
  const rounded = clip(view, polygon).map(([x, y]): Point => [Math.round(x), Math.round(y * 2) / 2]);
  const moving = rounded.filter(
    ([x, y], index) => index === 0 || x !== rounded[index - 1]?.[0] || y !== rounded[index - 1]?.[1],
  );
  const [first, ...others] = moving.filter((point, index) => {
    const [a, b] = [moving.at(index - 1) ?? point, moving[(index + 1) % moving.length] ?? point];
    return Math.abs((point[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (point[1] - a[1])) > 0.4;
  });
  if (!first || others.length < 2) return '';
  let [x, y] = first;
  const steps = others.map((point) => {
    const [dx, dy] = [+(point[0] - x).toFixed(1), +(point[1] - y).toFixed(1)];
    [x, y] = point;
    return `${dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`;
  });
  return `M${first[0]} ${first[1]}l${steps.join('').trimStart()}z`;
}
