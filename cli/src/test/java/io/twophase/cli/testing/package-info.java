/** Test helpers for commands: a command that ran, signals, and IBM's AMLSim sample. */
package io.twophase.cli.testing;
