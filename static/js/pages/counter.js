import "./money.js";
import "../money/desk.js";
