import "./door.js";
import "../console/press.js";
import "../console/touch.js";
import "../console/keyboard.js";
