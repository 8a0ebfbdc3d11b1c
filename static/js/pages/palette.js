import "../palette.js";
