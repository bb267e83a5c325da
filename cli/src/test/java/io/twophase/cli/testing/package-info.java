/** Test helpers for commands: a command that ran, and IBM's AMLSim sample. */
package io.twophase.cli.testing;
