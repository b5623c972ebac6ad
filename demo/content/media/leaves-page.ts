/**
 * A page that draws leaves in the wind and records them: sets `recording` to a promise of the WebM file as base64.
 * It is text because it runs in a browser, not in Node.
 */
export const leavesPage = `<!doctype html><canvas width="320" height="240"></canvas><script>
const canvas = document.querySelector('canvas');
const pen = canvas.getContext('2d');
const LENGTH_MS = 4000;
const leaves = Array.from({ length: 170 }, (_, k) => ({
  x: (k * 73) % 340 - 10, y: 20 + ((k * 37) % 190), size: 7 + (k % 5) * 2,
  color: ['#42633b', '#5e7f4c', '#7d9a62', '#93ab78'][k % 4], sway: (k % 7) / 7,
}));
// Everything moves with whole turns in the length, so that the video can repeat without a jump.
function draw(t) {
  const sky = pen.createLinearGradient(0, 0, 0, 240);
  sky.addColorStop(0, '#bcd3e0'); sky.addColorStop(1, '#f0ead8');
  pen.fillStyle = sky; pen.fillRect(0, 0, 320, 240);
  pen.strokeStyle = '#6b5236'; pen.lineWidth = 9; pen.beginPath();
  pen.moveTo(70, 240); pen.quadraticCurveTo(90 + 6 * Math.sin(t), 120, 170, 30);
  pen.moveTo(95, 150); pen.quadraticCurveTo(190, 120 + 6 * Math.sin(t + 1), 300, 90); pen.stroke();
  for (const { x, y, size, color, sway } of leaves) {
    const wind = Math.sin(t * 2 + sway * 6 + x / 50) + 0.5 * Math.sin(t * 5 + sway * 9);
    pen.save(); pen.translate(x + wind * 5, y + wind * 2); pen.rotate(0.5 + sway * 3 + wind * 0.35);
    pen.fillStyle = color; pen.beginPath(); pen.ellipse(0, 0, size, size * 0.45, 0, 0, 7); pen.fill(); pen.restore();
  }
}
globalThis.recording = new Promise((resolve) => {
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8', videoBitsPerSecond: 600000 });
  const pieces = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  recorder.onstop = async () => {
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    resolve(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
  };
  const start = performance.now();
  const frame = () => {
    const past = performance.now() - start;
    if (past >= LENGTH_MS) return recorder.stop();
    draw((past / LENGTH_MS) * 2 * Math.PI);
    requestAnimationFrame(frame);
  };
  draw(0);
  recorder.start();
  frame();
});
</script>`;
