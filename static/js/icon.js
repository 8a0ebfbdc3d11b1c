// An icon of the sprite (casino/common/icons.py), for what a script makes. A word stands beside it, or labels its button.

const SVG = "http://www.w3.org/2000/svg";
const { icons } = document.getElementById("palette").dataset;

export function drawn(icon) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "i");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${icons}#${icon}`);
  svg.append(use);
  return svg;
}
