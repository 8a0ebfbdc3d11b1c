import "./door.js";
import "../console/touch.js";
import "../console/keyboard.js";
