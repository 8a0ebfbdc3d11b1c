import "./door.js";
import "../money/slips.js";
import "../money/form.js";
import "../money/keys.js";
