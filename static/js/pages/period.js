import "../period.js";
