import "./person.js";
import "../live.js";
import "../act.js";
