#!/usr/bin/env node
// Kept in git so that it is there before the first build: npm links a command when it installs, and only if its file exists.
import '../dist/bin.js';
