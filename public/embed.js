import { Doppel } from "./lib/doppel.js"; // with a bundler: from "doppel"
import { loadAvatar, show } from "./embed-scene.js";

const LINK =
  "#p=ATI-v--B2SYv9Ug2URIYXJ1P___9____bF23zUbF23zUl58FIAbGSidUbGSidUbGzZHMbG9xG8bG9xG8bGYhjoyNjMQx0ZGxh0yEGxh0yEGxh0yEGxh0yEGxh0yEGxh0yEGxh0yEGxh0yEGyEaGkGyEaGkGx4TcMGx4TcMGxc2nhGxfqcyGxjHyCGxfqcyGxZZSRGxZZSRGxgT8xGxgT8xGxnAx8GxhZHaGxqeHMGxqeHMGxhZHaGxhZHaGxdgHgGxhZHaGxZnHmGxhZHaGxyCRrGxlER_IIJSMfIIJSMfGxjxSBGxjxSBGxuJRxGxuJRxGxwFxuGxwFxuGxuXHGAL6hB0o";
const [canvas, status, raw, source] = document.querySelectorAll("canvas, #status, #raw, #source");
source.textContent = await (await fetch(import.meta.url)).text();
try {
  const { bytes, gltf, vrm } = await loadAvatar("avatars/realistic.vrm");

  // Measure the file, bind a face to what three.js loaded from it, apply the link of this address or the one above.
  const doppel = await Doppel.load();
  const onProgress = (done) => (status.textContent = `Measuring ${Math.round(done * 100)} %`);
  const face = await doppel.bind({ bytes, scene: gltf, name: "realistic.vrm", onProgress });
  await face.applyLink(location.hash.startsWith("#p=") ? location.hash : LINK, { byName: true });

  show(canvas, vrm, (t, dt) => {
    const blink = Math.max(0, 1 - Math.abs((t % 3.2) - 3) / 0.12);
    const smile = 0.35 + 0.3 * Math.sin(t * 0.7);
    const jawOpen = 0.4 * Math.max(0, Math.sin(t * 0.9)) * Math.max(0, Math.sin(t * 13));
    face.feed({ eyeBlinkLeft: blink, eyeBlinkRight: blink, jawOpen, mouthSmileLeft: smile, mouthSmileRight: smile });
    vrm.update(dt); // first: it writes expressions, gaze and springs
    face.update(dt); // then the face has the last word
  });

  const { before, after } = face.report().score;
  status.textContent = `Likeness: raw ${Math.round(before)}, calibrated ${Math.round(after)}`;
  raw.onchange = () => face.setRaw(raw.checked);
  Object.assign(window, { face, vrm }); // for the console
} catch (error) {
  status.textContent = `${error.code ?? "failed"}: ${error.message}`;
}
