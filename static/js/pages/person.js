import "./every.js";
import "../still_here.js";
import "../typed.js";
