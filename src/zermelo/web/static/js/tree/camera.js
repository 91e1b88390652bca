// Where one looks at a tree: moved and zoomed by mouse, touch, keys and buttons.

const LEAST = 0.002;
const MOST = 4;
const FLAT = 0.25;
const SETTLED = 180;
const STILL = 5;

/** Moves a group within a stage; `moved` is called when the view has changed, `tapped` with what was clicked. */
export class Camera {
  constructor(stage, world, moved, tapped) {
    Object.assign(this, { stage, world, moved, tapped, x: 0, y: 0, scale: 1, deep: 1 });
    this.fingers = new Map();
    this.dragged = 0;
    this.asked = false;
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) stage.addEventListener(kind, (event) => this.up(event));
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** How large the stage is. */
  get size() {
    return [this.stage.clientWidth || 1, this.stage.clientHeight || 1];
  }

  /** How levels are scaled: trees are much wider than high, so that from afar they are stretched. */
  get rise() {
    return Math.max(this.scale, Math.min(FLAT, this.size[1] / this.deep));
  }

  /** The part of the tree that is seen: left, top, right, bottom. */
  get seen() {
    const [width, height] = this.size;
    return [-this.x / this.scale, -this.y / this.rise, (width - this.x) / this.scale, (height - this.y) / this.rise];
  }

  down(event) {
    if (event.button) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.dragged = 0;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    this.dragged += Math.hypot(dx, dy);
    if (this.dragged > STILL && !this.stage.hasPointerCapture(event.pointerId)) this.stage.setPointerCapture(event.pointerId);
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, now);
    else this.pan(dx, dy);
    this.fingers.set(event.pointerId, now);
  }

  pinch(moving, before, now) {
    const [, other] = [...this.fingers].find(([id]) => id !== moving);
    const apart = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]) || 1;
    const box = this.stage.getBoundingClientRect();
    const middle = [(now[0] + other[0]) / 2 - box.left, (now[1] + other[1]) / 2 - box.top];
    this.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    this.zoom(apart(now) / apart(before), middle);
  }

  up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    if (event.type === "pointerup" && this.dragged <= STILL) this.tapped(event.target);
  }

  wheel(event) {
    event.preventDefault();
    const box = this.stage.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), [event.clientX - box.left, event.clientY - box.top]);
  }

  /** Move by so many pixels. */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.hurry();
  }

  /** Zoom around a point of the stage; else around its middle. */
  zoom(factor, [x, y] = this.size.map((length) => length / 2)) {
    const [scale, rise] = [this.scale, this.rise];
    this.scale = Math.max(LEAST, Math.min(MOST, scale * factor));
    this.x = x - ((x - this.x) * this.scale) / scale;
    this.y = y - ((y - this.y) * this.rise) / rise;
    this.hurry();
  }

  /** Show a box of the tree whole; if it would be too small to be read, its top instead, around `middle`. */
  fit([left, top, right, bottom], least = 0, middle = (left + right) / 2) {
    const [width, height] = this.size;
    this.deep = bottom - top;
    const whole = Math.min(1.4, width / (right - left), height / this.deep);
    this.scale = Math.max(LEAST, whole, least);
    const roomy = whole >= least;
    this.x = width / 2 - this.scale * (roomy ? (left + right) / 2 : middle);
    this.y = Math.max(0, roomy ? (height - this.rise * this.deep) / 2 : 0) - this.rise * top;
    this.change();
  }

  /** Bring a point of the tree into view, if it is not; no further than needed, so that the rest stays in sight. */
  follow([x, y]) {
    const [width, height] = this.size;
    const [sx, sy] = [x * this.scale + this.x, y * this.rise + this.y];
    const [edgeX, edgeY] = [Math.min(70, width / 4), Math.min(70, height / 4)];
    this.x += Math.min(width - edgeX, Math.max(edgeX, sx)) - sx;
    this.y += Math.min(height - edgeY, Math.max(edgeY, sy)) - sy;
    this.change();
  }

  // While it moves, the browser may move what it has painted; then it paints it sharp.
  hurry() {
    this.stage.classList.add("moving");
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.stage.classList.remove("moving"), SETTLED);
    this.change();
  }

  // At most once a frame, however many events there are.
  change() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.world.setAttribute("transform", `translate(${this.x.toFixed(2)},${this.y.toFixed(2)}) scale(${this.scale.toFixed(5)},${this.rise.toFixed(5)})`);
      this.moved();
    });
  }
}
