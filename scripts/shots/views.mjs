// Every view of the page as steps that lead to it, for pictures that are looked at. Language and size are the caller's.
// It finds controls by class, role and place and not by their texts, and judges nothing.

/** Milliseconds that drawing in software may take on a busy machine. */
export const kPatience = 180_000;
/** Avatars on the full wall, the open one among them. */
const kWall = 9;
/** Frames after which every figure has been written. */
const kReadable = 30;
/** Lowest part of the demonstration that has a smile, seconds. */
const kSmileSeconds = 5;

/** Opens an address of the page, waits for its avatar where it has one, and stops the clock. */
export async function openPage(page, base, avatar = "realistic") {
  await page.goto(`${base}/?avatar=${avatar}`);
  await page.waitForFunction(() => "doppel" in window);
  if (avatar !== "none") await page.waitForFunction(() => window.doppel.state().avatar !== null);
  await page.evaluate(() => window.doppel.pause());
}

/** Opens a file as if it were chosen. */
export async function openFile(page, path) {
  const before = await page.evaluate(() => window.doppel.state().avatar?.fingerprint ?? null);
  await page.getByTestId("file-input").setInputFiles(path);
  await page.waitForFunction(
    (last) =>
      ![null, last].includes(window.doppel.state().avatar?.fingerprint ?? null) &&
      window.doppel.loading() === null,
    before,
  );
  await page.evaluate(() => window.doppel.pause());
}

/** Draws frames, so that panels and picture show the same moment. */
export async function draw(page, frames = 3, seconds = 1 / 30) {
  await page.evaluate(
    async ([count, dt]) => {
      // The panels listen to frames once they are drawn.
      for (let drawn = 0; drawn < 3; drawn++) await new Promise(requestAnimationFrame);
      for (let frame = 0; frame < count; frame++) window.doppel.step(dt);
    },
    [frames, seconds],
  );
}

/** The demonstration at its smile. */
export async function playDemonstration(page) {
  await page.locator(".take-none button").first().click();
  const position = page.locator(".timeline-position");
  await position.waitFor();
  await position.press("Home");
  for (let second = 0; second < kSmileSeconds; second++) await position.press("PageUp");
  await page.evaluate(() => document.activeElement?.blur());
  // A step at the start has stopped it.
  await page.keyboard.press(" ");
}

export async function selectChannel(page, name) {
  await page.evaluate((wanted) => {
    [...document.querySelectorAll(".channel-name")]
      .find(({ textContent }) => textContent === wanted)
      ?.click();
  }, name);
}

export async function dismissMessages(page) {
  for (const message of await page.locator(".message").all()) {
    await page.keyboard.press("Escape");
    await message.waitFor({ state: "detached" });
  }
}

async function feed(page) {
  await page.evaluate(() => {
    const row = Float32Array.from(window.doppel.channels, (name) =>
      name === "jawOpen" ? 0.5 : name.startsWith("mouthSmile") ? 0.7 : name === "browInnerUp" ? 0.4 : 0.06,
    );
    window.doppel.feed(row);
  });
}

/** A made-up performer that walks; what was announced of the file is put away. */
export async function playBody(page) {
  await page
    .getByTestId("file-input")
    .setInputFiles({ name: "walk.bvh", mimeType: "text/plain", buffer: Buffer.from(walkingBody()) });
  await page.locator(".transport-recording").waitFor();
  await draw(page, kReadable);
  await dismissMessages(page);
}

/** The body panel with all of its sections open and one of them in sight. */
export async function bodySection(page, section) {
  await page.keyboard.press("b");
  await playBody(page);
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll(".fold[aria-expanded=false]")) fold.click();
  });
  await page.locator(`[data-section=${section}]`).evaluate((element) => element.scrollIntoView());
  await draw(page, kReadable);
}

export const compare = (page, place) =>
  page.locator(".view-bar input[type=radio]").nth(place).check({ force: true });
export const header = (page, place) => page.locator("fieldset.header-group button").nth(place).click();
export const dialog = (page) => page.locator("dialog[open]").waitFor();

/** A BVH file of somebody who walks on the spot: legs and arms swing against each other. */
function walkingBody() {
  const joint = (name, offset, ...children) =>
    `JOINT ${name}\n{\nOFFSET ${offset}\nCHANNELS 3 Zrotation Xrotation Yrotation\n${children.join("")}}\n`;
  const arm = (side, x) =>
    joint(
      `${side}Arm`,
      `${x * 18} 22 0`,
      joint(`${side}ForeArm`, `${x * 28} 0 0`, joint(`${side}Hand`, `${x * 26} 0 0`)),
    );
  const leg = (side, x) =>
    joint(`${side}UpLeg`, `${x * 9} -4 0`, joint(`${side}Leg`, "0 -42 0", joint(`${side}Foot`, "0 -44 0")));
  const upper = joint("Spine", "0 20 0", joint("Head", "0 32 0"), arm("Left", 1), arm("Right", -1));
  const rows = Array.from({ length: 120 }, (_, frame) => {
    const swing = Math.sin(frame / 8);
    const bend = (sign) => [0, 30 * sign * swing, 0, 0, 20 * Math.max(0, -sign * swing), 0, 0, 0, 0];
    const hang = (side) => [-75 * side, 0, 0, 0, 0, 15 * swing, 0, 0, 0];
    return [0, 92, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...hang(1), ...hang(-1), ...bend(1), ...bend(-1)].join(" ");
  });
  return `HIERARCHY
ROOT Hips
{
OFFSET 0 0 0
CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
${upper}${leg("Left", 1)}${leg("Right", -1)}}
MOTION
Frames: ${rows.length}
Frame Time: 0.0333333
${rows.join("\n")}
`;
}

/** By name: `avatar` to begin with (a sample, `none`, or the file of `variants` of that name), and `steps` from there. */
export const views = {
  haru: {
    steps: async (page) => {
      await feed(page);
      await selectChannel(page, "mouthSmileLeft");
      await dismissMessages(page);
    },
  },
  nabi: { avatar: "stylised", steps: feed },
  weak: {
    file: "weak",
    steps: async (page) => {
      await feed(page);
      await selectChannel(page, "browInnerUp");
    },
  },
  gaps: {
    file: "gaps",
    steps: async (page) => {
      await feed(page);
      await selectChannel(page, "mouthDimpleLeft");
    },
  },
  mended: {
    file: "gaps",
    steps: async (page) => {
      await feed(page);
      const mend = page.locator(".fixes button").first();
      if ((await mend.count()) > 0) await mend.click();
      await page.waitForFunction(() => window.doppel.loading() === null);
      await selectChannel(page, "mouthDimpleLeft");
    },
  },
  split: {
    steps: async (page) => {
      await compare(page, 1);
      await feed(page);
    },
  },
  wall: {
    steps: async (page) => {
      await compare(page, 3);
      for (let count = 2; count <= kWall; count++) {
        await page
          .locator(".wall-add-buttons button")
          .nth(1 + (count % 2))
          .click();
        await page
          .locator(".wall-figures")
          .nth(count - 1)
          .waitFor();
      }
      await feed(page);
      // The figures follow at a pace that can be read.
      await draw(page, kReadable);
    },
  },
  report: {
    steps: async (page) => {
      await page.locator(".view-bar-end button").first().click();
      await dialog(page);
    },
  },
  numbers: {
    steps: async (page) => {
      await page.locator(".view-bar-end button").first().click();
      await page.locator(".report-choice input").nth(1).check({ force: true });
    },
  },
  profiles: {
    steps: async (page) => {
      await header(page, 0);
      await dialog(page);
    },
  },
  saved: {
    steps: async (page) => {
      await page.locator(".detail-controls .slider").first().fill("1.3");
      await header(page, 0);
      await page.locator(".profiles-tools button").first().click();
      await page.locator(".saved").nth(1).waitFor();
    },
  },
  body: {
    steps: async (page) => {
      await playBody(page);
    },
  },
  bodyPanel: {
    steps: async (page) => {
      await page.keyboard.press("b");
      await playBody(page);
    },
  },
  limbs: { sight: "[data-section=limbs]", steps: (page) => bodySection(page, "limbs") },
  fingers: {
    sight: "[data-section=fingers]",
    steps: async (page) => {
      await bodySection(page, "fingers");
      await page.locator("[data-section=fingers] fieldset button").nth(3).click();
    },
  },
  quality: { sight: "[data-section=quality]", steps: (page) => bodySection(page, "quality") },
  bodyEasy: {
    steps: async (page) => {
      await page.keyboard.press("b");
      await page.keyboard.press("e");
      await playBody(page);
    },
  },
  bodyEmpty: { steps: (page) => page.keyboard.press("b") },
  bones: {
    steps: async (page) => {
      await bodySection(page, "skeleton");
      await page.locator("[data-section=skeleton] button").last().click();
      await dialog(page);
    },
  },
  drop: {
    steps: async (page) => {
      const transfer = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(new File(["x"], "a.vrm"));
        return data;
      });
      await page.dispatchEvent("main", "dragenter", { dataTransfer: transfer });
      await page.locator(".drop-layer").waitFor();
    },
  },
  mapping: {
    steps: async (page) => {
      await header(page, 0);
      await page.getByRole("button", { name: /^(Map targets by hand|타깃 직접 지정)$/ }).click();
      await page.locator(".mapping-tools input[type=checkbox]").check();
    },
  },
  share: {
    steps: async (page) => {
      await header(page, 2);
      await dialog(page);
      await page.locator("dialog[open] svg").nth(1).waitFor();
    },
  },
  easy: {
    steps: async (page) => {
      await page.keyboard.press("e");
      await feed(page);
    },
  },
  timeline: { steps: playDemonstration },
  held: {
    steps: async (page) => {
      await page.locator(".detail-controls .slider").nth(2).fill("0.6");
      await selectChannel(page, "browInnerUp");
      await page.locator(".detail-controls .slider").nth(2).fill("0.4");
    },
  },
  rows: {
    sight: ".channel-row.selected",
    steps: async (page) => {
      await selectChannel(page, "mouthSmileLeft");
      await page.locator(".channel-row.selected").scrollIntoViewIfNeeded();
      await feed(page);
    },
  },
  error: {
    avatar: "none",
    steps: async (page) => {
      await page.getByTestId("file-input").setInputFiles({
        name: "broken.glb",
        mimeType: "model/gltf-binary",
        buffer: Buffer.from("glTF and nothing more"),
      });
      await page.locator(".message-error").waitFor();
    },
  },
  empty: { avatar: "none", steps: async () => {} },
  terms: {
    steps: async (page) => {
      await page.keyboard.press("?");
      await dialog(page);
    },
  },
  licence: {
    isEachSize: true,
    steps: async (page) => {
      await page.locator(".licence-head button").last().click();
    },
  },
  loading: { isLoading: true, steps: async (page) => page.locator(".loading-card").waitFor() },
};
